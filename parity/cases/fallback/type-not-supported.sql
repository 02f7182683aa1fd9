-- title: A column between two operators whose type the engine does not have keeps the query on Flink
-- routing: fallback TYPE_NOT_SUPPORTED
-- level: ordered
-- splits: 2
-- min-rows: 3

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, t STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, CAST(v IS NULL AS STRING) FROM src CROSS JOIN UNNEST(ARRAY[TRY_PARSE_JSON(s)]) AS t (v);

/* data rows
+I[1, '{"a": 1}']
+I[2, null]
+I[3, 'no json']
*/
