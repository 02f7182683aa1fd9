-- title: A grouped aggregate that the engine does not have stays on Flink
-- routing: fallback OPERATOR_VARIANT_NOT_SUPPORTED
-- level: per-key k
-- parallelism: 1, 2

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, s INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, CARDINALITY(ARRAY_AGG(ARRAY[v])) FROM src GROUP BY k;

/* data rows
+I[1, 5]
+I[2, 20]
1: +I[3, 1]
+I[1, -7]
1: +I[3, null]
*/
