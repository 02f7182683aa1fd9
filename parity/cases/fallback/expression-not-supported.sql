-- title: UNNEST of a collection that only the host could compute stays on Flink
-- routing: fallback EXPRESSION_NOT_SUPPORTED
-- level: ordered
-- splits: 2
-- min-rows: 3

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, part STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, part FROM src CROSS JOIN UNNEST(SPLIT(s, ',')) AS t (part);

/* data rows
+I[1, 'a,é']
+I[2, null]
+I[3, '']
+I[4, 'b']
*/
