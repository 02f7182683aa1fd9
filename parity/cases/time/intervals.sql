-- title: Timestamps and dates plus and minus intervals
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (ts TIMESTAMP(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a TIMESTAMP(3), b TIMESTAMP(3), c TIMESTAMP(3), d TIMESTAMP(3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  ts - INTERVAL '4' SECOND,
  ts + INTERVAL '1' DAY,
  ts + INTERVAL '1' MONTH,
  ts - INTERVAL '1' YEAR
FROM src;

/* data rows
+I[2024-01-31 10:00:00.001]
+I[2024-02-29 00:00:00]
+I[1970-01-01 00:00:03]
+I[null]
+I[2023-12-31 23:59:59.999]
*/
