-- title: Pattern letters without kernels
-- routing: host
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (ts TIMESTAMP(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (ts TIMESTAMP(3), a STRING, b STRING, c STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  ts,
  DATE_FORMAT(ts, 'EEE, d MMM yy'),
  DATE_FORMAT(ts, 'D w a h K k S n'),
  DATE_FORMAT(ts, 'GG Q')
FROM src;

/* data rows
+I[1969-12-31 23:59:59.999]
+I[2024-02-29 00:00:00]
+I[2021-03-14 12:30:00]
*/
