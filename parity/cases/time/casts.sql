-- title: Casts between times and text
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (ts TIMESTAMP(3), d DATE, n TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DATE, b TIME, c TIMESTAMP(3), e STRING, g TIMESTAMP(9), h STRING, i STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CAST(ts AS DATE),
  CAST(ts AS TIME),
  CAST(d AS TIMESTAMP(3)),
  CAST(ts AS STRING),
  CAST(ts AS TIMESTAMP(9)),
  CAST(d AS STRING),
  CAST(n AS STRING)
FROM src;

/* data rows
+I[1969-12-31 23:59:59.999, 1969-12-31, 1969-12-31 23:59:59.999999999]
+I[2024-02-29 12:34:56.5, 2024-02-29, 2024-02-29 12:34:56.000000001]
+I[null, null, null]
+I[0001-01-01 00:00:00, 9999-12-31, 0001-01-01 00:00:00]
*/
