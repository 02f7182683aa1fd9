-- title: Rows are taken back: unknown groups, the last row, NULL sums, a group that comes back
-- routing: native
-- level: ordered
-- min-rows: 20

CREATE TABLE src (k INT, v BIGINT, f FLOAT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, c BIGINT, s BIGINT, sf FLOAT, a BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (n BIGINT, s BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(*), COUNT(v), SUM(v), SUM(f), AVG(v) FROM src GROUP BY k;

INSERT INTO snk_all SELECT COUNT(*), SUM(v) FROM src;

/* data rows
-D[1, 5, 1.0]
+I[1, 2, 0.1]
-D[1, 2, 0.1]
+I[2, null, null]
+I[2, 3, -0.0]
-D[2, 3, -0.0]
+I[3, 1, 1.5]
-U[3, 1, 1.5]
+U[3, 2, 2.5]
+I[1, 7, 0.3]
+I[1, 8, NaN]
-D[1, 8, NaN]
-D[3, 2, 2.5]
-D[2, null, null]
+I[2, 9223372036854775807, 1.0]
+I[2, 1, 1.0]
-D[2, 9223372036854775807, 1.0]
*/
