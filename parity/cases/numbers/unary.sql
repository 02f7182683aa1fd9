-- title: ABS, minus, FLOOR and CEIL wrap at the minimum
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (i INT, b BIGINT, d DOUBLE, t TINYINT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  a INT,
  b INT,
  c BIGINT,
  d BIGINT,
  e DOUBLE,
  f DOUBLE,
  g DOUBLE,
  h DOUBLE,
  i INT,
  j TINYINT,
  k TINYINT
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT ABS(i), -i, ABS(b), -b, ABS(d), -d, FLOOR(d), CEIL(d), FLOOR(i), ABS(t), -t
FROM src;

/* data rows
+I[-2147483648, -9223372036854775808, -0.0, -128]
+I[5, -5, -1.5, 5]
+I[null, null, null, null]
+I[0, 0, NaN, 127]
+I[-1, 1, Infinity, -1]
*/
