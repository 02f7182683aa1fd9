-- title: The type of a decimal result is the plan's, not one that an engine infers
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (
  a DECIMAL(38,10),
  b DECIMAL(38,10),
  c DECIMAL(10,2),
  d DECIMAL(5,1),
  e DECIMAL(38,18)
)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  ab DECIMAL(38,6),
  cpd DECIMAL(11,2),
  cmd DECIMAL(11,2),
  cd DECIMAL(15,3),
  cq DECIMAL(38,18),
  e10 DECIMAL(38,18),
  s DECIMAL(38,10)
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a * b, c + d, c - d, c * d, c / d, e * 10, a + b
FROM src;

/* data rows
+I[10.1, 10.2, 1.00, 3.0, 1.5]
+I[-0.0000000001, 9999999999999999999999999999.0000000001, 99999999.99, 0.1, 0.000000000000000001]
+I[1, null, null, 2.5, null]
+I[99999999999999999999999.5, 2, -0.01, -9999.9, -12345678901234567890.123456789012345678]
*/
