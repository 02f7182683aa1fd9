-- title: Many keys from two splits, batches of seven
-- routing: native
-- level: per-key k
-- parallelism: 1, 2
-- set: streamfusion.batch.size = 7
-- min-rows: 1000

CREATE TABLE src (k BIGINT, v BIGINT) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '300');

CREATE TABLE snk (k BIGINT, n BIGINT, s BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(*), SUM(v) FROM src GROUP BY k;

/* data rows
+I[1, 1]
+I[2, 2]
+I[3, 3]
+I[4, null]
+I[5, 5]
+I[-6, 6]
+I[7, 7]
+I[100000000000, 8]
*/
