-- title: AND, OR, NOT and the IS tests over NULL
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a BOOLEAN, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  a BOOLEAN,
  b BOOLEAN,
  c BOOLEAN,
  d BOOLEAN,
  e BOOLEAN,
  f BOOLEAN,
  g BOOLEAN,
  h BOOLEAN,
  i BOOLEAN,
  j BOOLEAN
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  a AND b,
  a OR b,
  NOT a,
  a IS TRUE,
  a IS NOT TRUE,
  a IS FALSE,
  a IS NOT FALSE,
  a IS NULL,
  a IS NOT NULL,
  a = b
FROM src;

/* data rows
+I[true, true]
+I[true, false]
+I[true, null]
+I[false, true]
+I[false, false]
+I[false, null]
+I[null, true]
+I[null, false]
+I[null, null]
*/
