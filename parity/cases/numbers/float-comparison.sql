-- title: Floats compare as Java primitives do: -0.0 equals 0.0, NaN equals nothing
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, d DOUBLE, f FLOAT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  id INT,
  a BOOLEAN,
  b BOOLEAN,
  c BOOLEAN,
  e BOOLEAN,
  g BOOLEAN,
  h BOOLEAN,
  i BOOLEAN,
  j BOOLEAN
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, d = CAST(0 AS DOUBLE), d < 0, d > 0, d >= 0, d <> d, f = f, f <= 0, f <> 0
FROM src;

/* data rows
+I[1, -0.0, -0.0]
+I[2, NaN, NaN]
+I[3, 0.0, 0.0]
+I[4, null, null]
+I[5, Infinity, -Infinity]
+I[6, bits:7ff8000000000001, bits:7fc00001]
*/
