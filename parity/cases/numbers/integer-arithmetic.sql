-- title: Integers wrap in their own width; a NULL operand wins over a zero divisor
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a INT, b INT, t TINYINT, u TINYINT, l BIGINT, m BIGINT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  p INT,
  s INT,
  m INT,
  q INT,
  r INT,
  tu TINYINT,
  tm TINYINT,
  lp BIGINT,
  lm BIGINT,
  lq BIGINT,
  lr BIGINT
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a + b, a - b, a * b, a / b, MOD(a, b), t + u, t * u, l + m, l * m, l / m, MOD(l, m)
FROM src;

/* data rows
+I[-2147483648, -1, 127, 1, 9223372036854775807, 1]
+I[null, 0, -128, -1, -9223372036854775808, -1]
+I[7, -2, 100, 100, 7, -2]
+I[-7, 2, null, 5, -7, 2]
+I[2147483647, 2147483647, 16, 16, 3037000500, 3037000500]
*/
