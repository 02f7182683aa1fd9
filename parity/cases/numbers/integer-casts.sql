-- title: Integers narrow by keeping the low bits and widen to floats
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (b BIGINT, i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  i INT,
  s SMALLINT,
  t TINYINT,
  d DOUBLE,
  f FLOAT,
  e DECIMAL(5,2),
  g DECIMAL(19,0),
  o BOOLEAN
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CAST(b AS INT),
  CAST(b AS SMALLINT),
  CAST(b AS TINYINT),
  CAST(b AS DOUBLE),
  CAST(b AS FLOAT),
  CAST(i AS DECIMAL(5,2)),
  CAST(b AS DECIMAL(19,0)),
  CAST(i AS BOOLEAN)
FROM src;

/* data rows
+I[9223372036854775807, 999]
+I[-9223372036854775808, 1000]
+I[200, -999]
+I[16777217, 0]
+I[null, null]
*/
