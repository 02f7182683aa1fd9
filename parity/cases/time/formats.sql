-- title: TO_TIMESTAMP and UNIX_TIMESTAMP with Java's formats
-- routing: host
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (s STRING, f STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, t TIMESTAMP(3), u BIGINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, TO_TIMESTAMP(s, f), UNIX_TIMESTAMP(s)
FROM src;

/* data rows
+I['1970/01/01 00:00:00.123456789', 'yyyy/MM/dd HH:mm:ss.SSSSSSSSS']
+I['2023/02/29', 'yyyy/MM/dd']
+I['2023-02-29', 'yyyy/MM/dd']
+I['2024-1-5 3:4:5', 'yyyy-M-d H:m:s']
+I['2024-01-05 03:04:05xyz', 'yyyy']
+I['2024-13-01 00:00:00', 'yyyy-MM-dd HH:mm:ss']
+I['bad', 'yyyy']
*/
