-- title: Decimals that are taken back, first ones of a group and sums that outgrew 38 digits included
-- routing: native
-- level: ordered
-- min-rows: 20

CREATE TABLE src (k INT, de DECIMAL(10,2), wide DECIMAL(38,3))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, c BIGINT, de DECIMAL(38,2), wide DECIMAL(38,3)) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_averages (k INT, n BIGINT, de DECIMAL(38,6), wide DECIMAL(38,6)) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(*), COUNT(wide), SUM(de), SUM(wide) FROM src GROUP BY k;

INSERT INTO snk_averages SELECT k, COUNT(*), AVG(de), AVG(wide) FROM src GROUP BY k;

/* data rows
-D[1, 5.00, 1.000]
+I[1, 2.50, null]
-D[1, 1.25, 7.000]
+I[1, 0.01, 99999999999999999999999999999999999.999]
+I[1, 0.01, 99999999999999999999999999999999999.999]
+I[1, null, 99999999999999999999999999999999999.999]
+I[1, null, 3.000]
-D[1, null, 99999999999999999999999999999999999.999]
-D[1, null, 99999999999999999999999999999999999.999]
-D[1, 2.50, 2.000]
+I[2, 1.00, 1.000]
+I[2, null, null]
-D[2, 1.00, 1.000]
-D[2, 1.00, 1.000]
*/
