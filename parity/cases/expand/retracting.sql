-- title: Copies of rows that are taken back end the groups of every set
-- routing: native
-- level: ordered
-- min-rows: 30

CREATE TABLE src (k INT, s STRING, v BIGINT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, s STRING, g BIGINT, n BIGINT, t BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, s, GROUPING_ID(k, s), COUNT(*), SUM(v) FROM src GROUP BY CUBE (k, s);

/* data rows
-D[9, 'unknown', 1]
+I[1, 'a', 1]
+I[1, 'b', 2]
-U[1, 'a', 1]
+U[null, 'a', 3]
-D[1, 'b', 2]
+I[1, null, null]
-D[1, null, null]
-D[null, 'a', 3]
+I[1, 'a', 4]
*/
