-- title: Decimals: sums that outgrow 38 digits and start again, averages that stay NULL, HALF_UP, every scale
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 60

CREATE TABLE src (k INT, de DECIMAL(10,2), wide DECIMAL(38,3), whole DECIMAL(20,0), tiny DECIMAL(38,38), needed DECIMAL(38,3) NOT NULL)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk_sums (k INT, n BIGINT, de DECIMAL(38,2), wide DECIMAL(38,3), whole DECIMAL(38,0), tiny DECIMAL(38,38), needed DECIMAL(38,3))
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_averages (k INT, de DECIMAL(38,6), wide DECIMAL(38,6), whole DECIMAL(38,6))
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_ends (k INT, mi DECIMAL(10,2), ma DECIMAL(10,2), miw DECIMAL(38,3), maw DECIMAL(38,3), mit DECIMAL(38,38), man DECIMAL(38,3))
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_distinct (k INT, n BIGINT, s DECIMAL(38,2), sf DECIMAL(38,3), a DECIMAL(38,6))
WITH ('connector' = 'parity-sink');

INSERT INTO snk_sums SELECT k, COUNT(wide), SUM(de), SUM(wide), SUM(whole), SUM(tiny), SUM(needed) FROM src GROUP BY k;

INSERT INTO snk_averages SELECT k, AVG(de), AVG(wide), AVG(whole) FROM src GROUP BY k;

INSERT INTO snk_ends SELECT k, MIN(de), MAX(de), MIN(wide), MAX(wide), MIN(tiny), MAX(needed) FROM src GROUP BY k;

INSERT INTO snk_distinct
SELECT k, COUNT(DISTINCT de), SUM(DISTINCT de), SUM(wide) FILTER (WHERE de > 0), AVG(DISTINCT whole) FROM src GROUP BY k;

/* data rows
+I[1, 0.01, 99999999999999999999999999999999999.999, 1, 0.00000000000000000000000000000000000001, 99999999999999999999999999999999999.999]
+I[1, 0.02, 99999999999999999999999999999999999.999, 2, 0.99999999999999999999999999999999999999, 99999999999999999999999999999999999.999]
+I[1, -0.03, 1.000, 2, 0.00000000000000000000000000000000000001, 1.000]
+I[2, null, null, null, null, 0.001]
+I[2, 99999999.99, -99999999999999999999999999999999999.999, 99999999999999999999, -0.5, -99999999999999999999999999999999999.999]
+I[2, 99999999.99, -0.001, 99999999999999999999, -0.25, -0.001]
+I[2, -99999999.99, 5.125, -1, null, 5.125]
+I[3, 1.00, 1.000, 1, 0.1, 1.000]
+I[3, 1.00, 1.000, 1, 0.1, 1.000]
+I[3, 0.00, 0.000, 0, 0, 0.000]
+I[null, 1.00, 0.002, 5, 0, 0.000]
+I[null, 2.01, 0.003, -6, 0, 0.000]
*/
