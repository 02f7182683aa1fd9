-- title: DATE_FORMAT of plain timestamps
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (ts TIMESTAMP(3), n TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING, c STRING, d STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  DATE_FORMAT(ts, 'yyyy-MM-dd'),
  DATE_FORMAT(ts, 'HH:mm'),
  DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm:ss'),
  DATE_FORMAT(n, 'yyyy-MM-dd HH:mm:ss')
FROM src;

/* data rows
+I[1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999999]
+I[2024-02-29 00:00:00, 2024-02-29 12:34:56.5]
+I[0001-01-01 00:00:00, 9999-12-31 23:59:59.999999999]
+I[null, null]
*/
