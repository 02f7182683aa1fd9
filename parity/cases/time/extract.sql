-- title: EXTRACT of plain timestamps
-- routing: native
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (ts TIMESTAMP(3), n TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BIGINT, b BIGINT, c BIGINT, d BIGINT, e BIGINT, f BIGINT, g BIGINT, h BIGINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  EXTRACT(YEAR FROM ts),
  EXTRACT(MONTH FROM ts),
  EXTRACT(DAY FROM ts),
  EXTRACT(HOUR FROM ts),
  EXTRACT(MINUTE FROM ts),
  EXTRACT(SECOND FROM ts),
  HOUR(n),
  EXTRACT(SECOND FROM n)
FROM src;

/* data rows
+I[1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999999]
+I[0001-01-01 00:00:00, 9999-12-31 23:59:59.999999999]
+I[2024-02-29 13:14:15.5, 2024-02-29 13:14:15.5]
+I[null, null]
*/
