-- title: An upsert sink wants no update-before
-- routing: native
-- level: per-key k
-- parallelism: 1, 2

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '400');

CREATE TABLE snk (k INT, s INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'parity-sink', 'changes' = 'upsert');

INSERT INTO snk SELECT k, SUM(v), COUNT(v) FROM src GROUP BY k;

/* data rows
+I[1, 5]
+I[2, 20]
+I[3, 1]
+I[1, -7]
+I[3, null]
*/
