-- title: A grouping set that is there twice, which Flink plans as a union
-- routing: native
-- level: per-key k, g, i
-- min-rows: 5

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, g BIGINT, i BIGINT, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, GROUPING(k), GROUP_ID(), COUNT(*) FROM src GROUP BY GROUPING SETS ((k), (k), ());

/* data rows
+I[1, 5]
+I[null, 20]
+I[1, 1]
*/
