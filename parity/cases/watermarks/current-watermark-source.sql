-- title: CURRENT_WATERMARK is the source's last watermark before the row, NULL before the first
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- min-rows: 6

CREATE TABLE src (id INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, w TIMESTAMP_LTZ(3)) WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id + 1, CURRENT_WATERMARK(ts) FROM src;

/* data rows
+I[1, 1970-01-01T00:00:01Z]
WM 500
+I[2, 1970-01-01T00:00:02Z]
+I[3, 1970-01-01T00:00:03Z]
WM 2000
WM 2500
+I[4, 1970-01-01T00:00:04Z]
+I[5, null]
WM 1704067200000
+I[null, 1970-01-01T00:00:04Z]
*/
