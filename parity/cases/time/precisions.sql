-- title: Every precision keeps its digits
-- routing: native
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (
  id INT,
  a TIMESTAMP(0),
  b TIMESTAMP(6),
  c TIMESTAMP(9),
  d TIMESTAMP_LTZ(6),
  e TIMESTAMP_LTZ(9)
)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  id INT,
  a TIMESTAMP(0),
  b TIMESTAMP(6),
  c TIMESTAMP(9),
  d TIMESTAMP_LTZ(6),
  e TIMESTAMP_LTZ(9)
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, a, b, c, d, e
FROM src;

/* data rows
+I[1, 1969-12-31 23:59:59, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999999Z]
+I[2, 9999-12-31 23:59:59, 9999-12-31 23:59:59.000001, 0001-01-01 00:00:00.000000001, 0001-01-01T00:00:00.000001Z, 9999-12-31T23:59:59.000000001Z]
+I[3, null, null, null, null, null]
*/
