-- title: Dates plus months are clipped to the month's end
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (d DATE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DATE, b DATE, c DATE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT d + INTERVAL '1' MONTH, d - INTERVAL '1' YEAR, d + INTERVAL '1' DAY
FROM src;

/* data rows
+I[2024-01-31]
+I[2024-02-29]
+I[1969-12-31]
+I[null]
*/
