-- title: Ranges and sets of numbers, whose literals have other types than the columns
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 13
-- host-evaluations: 0

CREATE TABLE src (id INT, t TINYINT, b BIGINT, c DECIMAL(10, 2), w DECIMAL(38, 10), f FLOAT, d DOUBLE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  id INT, b1 BOOLEAN, b2 BOOLEAN, b3 BOOLEAN, b4 BOOLEAN, b5 BOOLEAN, b6 BOOLEAN, b7 BOOLEAN,
  t1 BOOLEAN, t2 BOOLEAN, t3 BOOLEAN, c1 BOOLEAN, c2 BOOLEAN, c3 BOOLEAN, c4 BOOLEAN, w1 BOOLEAN, w2 BOOLEAN,
  f1 BOOLEAN, f2 BOOLEAN, f3 BOOLEAN, f4 BOOLEAN, d1 BOOLEAN, d2 BOOLEAN, d3 BOOLEAN, d4 BOOLEAN, d5 BOOLEAN
) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id,
  b >= 10000 AND b < 1000000,
  b > 10000 AND b <= 1000000 OR b = 5,
  NOT (b >= 10000 AND b < 1000000),
  b BETWEEN -1.5 AND 10000.5,
  b IN (5, 10000, 1000000, -1),
  b < 5 OR b > 10000 OR b IS NULL,
  b > 5 AND b < 10000 AND b IS NOT NULL,
  t IN (1, 5, -128, 1000),
  t NOT IN (1, 5, -128, 1000),
  t IN (1000, 2000, 3000, 4000),
  c BETWEEN 1 AND 2.5,
  c IN (1, 2.5, 3.125, -0.05),
  c NOT IN (1, 2.5, 3.125, -0.05),
  c > 0.999 AND c < 2.505,
  w BETWEEN 1 AND 2.5,
  w IN (1, 2.5, 3.125, 0.0000000001),
  f BETWEEN -1 AND 2.5,
  f IN (0.0, 1.5, 2.5, 0.1),
  f IN (1, 2, 3, 4, 16777216),
  f > 0.1 AND f < 2.5,
  d BETWEEN -1 AND 2.5,
  d IN (0.0, 1.5, 2.5, 0.1),
  d NOT IN (1.5e0, 2.5e0, 1e-1, 3e0),
  d > 0 AND d < 1 OR d = 2.5,
  NOT (d > 0 AND d < 1)
FROM src;

/* data rows
+I[1, 1, 9999, 0.99, 0.9999999999, 0.0, 0.0]
+I[2, 5, 10000, 1.00, 1.0000000000, -0.0, -0.0]
+I[3, -128, 10001, 2.50, 2.5000000000, NaN, NaN]
+I[4, 127, 999999, 2.51, 2.5000000001, 1.5, 1.5]
+I[5, 2, 1000000, 3.12, 3.1250000000, 2.5, 2.5]
+I[6, 3, 1000001, 3.13, 0.0000000001, 0.1, 0.1]
+I[7, null, null, null, null, null, null]
+I[8, 0, 5, -0.05, -1.0000000000, -1.0, -1.0]
+I[9, 0, -1, 99999999.99, 9999999999999999999999999999.9999999999, Infinity, Infinity]
+I[10, 0, -2, -99999999.99, -9999999999999999999999999999.9999999999, -Infinity, -Infinity]
+I[11, 0, 9223372036854775807, 0.00, 0.0000000000, 16777216.0, 0.10000000149011612]
+I[12, 0, -9223372036854775808, 0.05, 2.0000000000, 16777217.0, 4.9E-324]
+I[13, 1, 10000, 1.01, 1.0000000001, 3.4028235E38, 1.7976931348623157E308]
*/
