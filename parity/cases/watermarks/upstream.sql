-- title: Upstream watermarks end at the assigner, whose own start at 1970
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- object-reuse: false, true
-- set: pipeline.auto-watermark-interval = 10 min

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id * 2, ts FROM src;

/* data rows
+I[1, 1969-12-31 20:00:00]
WM 5000
+I[2, 1969-12-31 23:00:00]
+I[3, 1970-01-01 00:12:00]
WM 1704067200000
+I[4, 1970-01-01 00:02:00]
+I[5, 1970-01-01 05:00:00.001]
*/
