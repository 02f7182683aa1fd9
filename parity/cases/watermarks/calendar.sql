-- title: A watermark behind by a month
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2
-- set: pipeline.auto-watermark-interval = 10 min

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MONTH)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id * 2, ts FROM src;

/* data rows
+I[1, 2024-02-01 00:00:00]
+I[2, 2024-01-20 00:00:00]
+I[3, 2024-03-31 12:00:00.123]
+I[4, 2024-03-30 00:00:00]
+I[5, 2024-05-31 00:00:00]
*/
