-- title: Above an assigner, CURRENT_WATERMARK is the assigner's: late rows are dropped by it
-- The rows' times jump by hours, the interval is ten minutes and no timer fires: the sequence is fixed.
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- min-rows: 5
-- set: pipeline.auto-watermark-interval = 10 min

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3), w TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk
SELECT id * 2, ts, CURRENT_WATERMARK(ts)
FROM src
WHERE CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts);

/* data rows
+I[1, 1969-12-31 23:59:00]
+I[2, 2024-01-01 00:00:00]
+I[3, 2024-01-01 05:00:00]
+I[4, 2024-01-01 04:00:00]
+I[5, 2024-01-01 04:00:01]
+I[6, 2024-01-01 05:05:00]
+I[7, 2024-01-01 05:20:00]
+I[8, 2024-01-01 05:04:00]
+I[null, 2024-01-01 05:20:00]
*/
