-- title: Comparison below the millisecond
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (a TIMESTAMP(9), b TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN, c BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a < b, a = b, a > b
FROM src;

/* data rows
+I[2024-01-01 00:00:00.000000001, 2024-01-01 00:00:00.000000002]
+I[1969-12-31 23:59:59.999999999, 1970-01-01 00:00:00]
+I[2024-01-01 00:00:00.5, 2024-01-01 00:00:00.5]
+I[null, 2024-01-01 00:00:00]
*/
