-- title: $SUM0, as which Flink plans SUM and AVG of a column that is also counted
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 60

CREATE TABLE src (k INT, ti TINYINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10,2))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk_ti (k INT, a TINYINT, s TINYINT, c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_i (k INT, a INT, s INT, c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_b (k INT, a BIGINT, s BIGINT, c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_f (k INT, a FLOAT, s FLOAT, c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_d (k INT, a DOUBLE, s DOUBLE, c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_de (k INT, a DECIMAL(38,6), s DECIMAL(38,2), c BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_distinct (a BIGINT, s BIGINT, c BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_ti SELECT k, AVG(ti), SUM(ti), COUNT(ti) FROM src GROUP BY k;
INSERT INTO snk_i SELECT k, AVG(i), SUM(i), COUNT(i) FROM src GROUP BY k;
INSERT INTO snk_b SELECT k, AVG(b), SUM(b), COUNT(b) FROM src GROUP BY k;
INSERT INTO snk_f SELECT k, AVG(f), SUM(f), COUNT(f) FROM src GROUP BY k;
INSERT INTO snk_d SELECT k, AVG(d), SUM(d), COUNT(d) FROM src GROUP BY k;
INSERT INTO snk_de SELECT k, AVG(de), SUM(de), COUNT(de) FROM src GROUP BY k;
INSERT INTO snk_distinct SELECT AVG(DISTINCT b), SUM(DISTINCT b), COUNT(DISTINCT b) FROM src;

/* data rows
+I[1, 100, 2147483647, 9223372036854775807, 1.0E8, 0.1, 0.01]
+I[1, 100, 1, 1, 1.0, 0.2, 0.02]
+I[2, null, null, null, null, null, null]
+I[1, null, null, null, null, null, null]
+I[2, -1, -1, -1, -0.0, -0.0, -99999999.99]
+I[1, -7, -7, -7, NaN, NaN, 0.05]
+I[2, -2, -2, -2, -0.0, -0.0, 0.01]
+I[null, 127, -2147483648, -9223372036854775808, Infinity, 1.0E308, 1.00]
+I[null, 127, -2147483648, -9223372036854775808, 1.5, 1.0E308, null]
*/
