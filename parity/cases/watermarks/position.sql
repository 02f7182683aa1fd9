-- title: Watermarks keep their place between rows
-- The rows' times jump by hours, the interval is a minute and no timer fires: the sequence is fixed.
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2
-- set: pipeline.auto-watermark-interval = 10 min

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id * 2, ts FROM src WHERE id <> 3;

/* data rows
+I[1, 1969-12-31 23:59:00]
+I[2, 2024-01-01 00:00:00]
+I[3, 2024-01-01 05:00:00]
+I[4, 2024-01-01 04:00:00]
+I[5, 2024-01-01 04:00:01]
+I[6, 2024-01-01 05:05:00]
+I[7, 2024-01-01 05:20:00]
*/
