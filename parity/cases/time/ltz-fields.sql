-- title: Calendar fields of TIMESTAMP_LTZ follow the session zone
-- routing: host
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (ltz TIMESTAMP_LTZ(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (l TIMESTAMP_LTZ(3), a BIGINT, b BIGINT, c BIGINT, d STRING, e TIMESTAMP(3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  ltz,
  EXTRACT(HOUR FROM ltz),
  EXTRACT(MINUTE FROM ltz),
  EXTRACT(DAY FROM ltz),
  DATE_FORMAT(ltz, 'yyyy-MM-dd HH:mm:ss'),
  CAST(ltz AS TIMESTAMP(3))
FROM src;

/* data rows
+I[2021-03-14T10:30:00Z]
+I[2021-03-14T09:59:59.999Z]
+I[2021-11-07T08:30:00Z]
+I[2021-11-07T09:30:00Z]
+I[1969-12-31T23:59:59.999Z]
+I[null]
+I[0001-01-01T12:00:00Z]
*/
