-- title: Comparison of times
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (a TIMESTAMP(3), b TIMESTAMP(3), d DATE, e DATE, t TIME(3), u TIME(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, e BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a < b, a = b, d >= e, t > u, a BETWEEN b AND b
FROM src;

/* data rows
+I[1969-12-31 23:59:59.999, 1970-01-01 00:00:00, 2024-01-01, 2024-01-01, 12:34:56.789, 12:34:56]
+I[2024-01-01 00:00:00, 2024-01-01 00:00:00, 1969-12-31, 1970-01-01, 00:00:00, 23:59:59.999]
+I[null, 2024-01-01 00:00:00, null, 2024-01-01, null, 00:00:00]
*/
