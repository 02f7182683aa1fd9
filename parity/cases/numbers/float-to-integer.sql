-- title: Floats saturate, NaN is 0, TINYINT and SMALLINT keep the low bits of INT
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (d DOUBLE, f FLOAT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (t TINYINT, s SMALLINT, i INT, b BIGINT, ft TINYINT, fb BIGINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CAST(d AS TINYINT),
  CAST(d AS SMALLINT),
  CAST(d AS INT),
  CAST(d AS BIGINT),
  CAST(f AS TINYINT),
  CAST(f AS BIGINT)
FROM src;

/* data rows
+I[128.75, 128.75]
+I[Infinity, Infinity]
+I[-Infinity, -Infinity]
+I[NaN, NaN]
+I[1E30, 1E30]
+I[-1.9, -1.9]
+I[null, null]
+I[2147483648.5, 2147483648]
*/
