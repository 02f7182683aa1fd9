-- title: A query that reads the current watermark stays on Flink
-- routing: fallback WATERMARK_DEPENDENT
-- level: ordered
-- min-rows: 3

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, w TIMESTAMP(3)) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, CURRENT_WATERMARK(ts) FROM src;

/* data rows
+I[1, 2024-01-01 00:00:01]
WM 1704067201000
+I[2, 2024-01-01 00:00:03]
WM 1704067203500
+I[3, 2024-01-01 00:00:02]
*/
