-- title: A left join with a condition on the elements stays on Flink
-- routing: fallback OPERATOR_VARIANT_NOT_SUPPORTED
-- level: ordered
-- splits: 2
-- min-rows: 4

CREATE TABLE src (id INT, a ARRAY<INT>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, v FROM src LEFT JOIN LATERAL (SELECT v FROM UNNEST(src.a) AS t (v) WHERE v > 1) ON TRUE;

/* data rows
+I[1, [1, null, 3]]
+I[2, [0]]
+I[3, []]
+I[4, null]
*/
