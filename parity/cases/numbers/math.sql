-- title: Java's Math decides the last digit
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (x DOUBLE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  a DOUBLE,
  b DOUBLE,
  c DOUBLE,
  d DOUBLE,
  e DOUBLE,
  f DOUBLE,
  g DOUBLE,
  h DOUBLE,
  i DOUBLE,
  j DOUBLE
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  EXP(x),
  LN(x),
  LOG2(x),
  LOG10(x),
  LOG(2, x),
  POWER(x, 0.3),
  SIN(x),
  TANH(x),
  SQRT(x),
  ROUND(x, 2)
FROM src;

/* data rows
+I[536870912]
+I[0.1]
+I[2.675]
+I[1E-300]
*/
