-- title: Calendar fields below the millisecond before 1970 follow the session zone
-- routing: host
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (ltz TIMESTAMP_LTZ(9), ts TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BIGINT, b BIGINT, c BIGINT, d STRING, e STRING, f DATE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT EXTRACT(HOUR FROM ltz), EXTRACT(MINUTE FROM ltz), EXTRACT(SECOND FROM ltz), DATE_FORMAT(ltz, 'yyyy-MM-dd HH:mm:ss'), DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm:ss'), CAST(ltz AS DATE)
FROM src;

/* data rows
+I[1969-12-31T23:59:59.999999999Z, 1969-12-31 23:59:59.999999999]
+I[1969-12-31T23:59:59.000000001Z, 1969-12-31 23:59:59.000000001]
+I[1900-12-31T15:54:16.999999999Z, 1900-12-31 15:54:16.999999999]
+I[null, null]
*/
