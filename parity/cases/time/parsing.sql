-- title: Lenient parsing of times
-- routing: host
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, t TIMESTAMP(3), d DATE, m TIME)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, TRY_CAST(s AS TIMESTAMP(3)), TRY_CAST(s AS DATE), TRY_CAST(s AS TIME)
FROM src;

/* data rows
+I['2024-02-30 00:00:00']
+I['24-01-01 00:00:00']
+I['2024-01-01 24:00:00']
+I['\u30002024-01-01 00:00:00']
+I['\u00012024-01-01 00:00:00']
+I['2024-1-5']
+I['12:34:56.789']
+I[null]
*/
