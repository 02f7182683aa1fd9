-- title: Watermarks of the source pass a native operator at their place
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- object-reuse: false, true

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id + 1, ts FROM src;

/* data rows
+I[1, 1970-01-01 00:00:01]
WM 500
+I[2, 1970-01-01 00:00:02]
+I[3, 1970-01-01 00:00:03]
WM 2000
WM 2500
+I[4, 1970-01-01 00:00:04]
*/
