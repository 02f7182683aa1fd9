-- title: Watermarks over TIMESTAMP_LTZ, rowtime kept for the sink
-- routing: native
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- set: pipeline.auto-watermark-interval = 10 min

CREATE TABLE src (id INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP_LTZ(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id * 2, ts FROM src;

/* data rows
+I[1, 2021-03-14T08:30:00Z]
+I[2, 2021-03-14T10:30:00Z]
+I[3, 2021-03-14T10:40:00Z]
*/
