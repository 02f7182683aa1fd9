-- title: Each branch of a union sees its own watermark
-- routing: host
-- level: per-key k
-- min-rows: 6

CREATE TABLE left_src (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'left_src');

CREATE TABLE right_src (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'right_src');

CREATE TABLE snk (k INT, w TIMESTAMP(3)) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k + 1, CURRENT_WATERMARK(ts) FROM left_src
UNION ALL
SELECT k + 10, CURRENT_WATERMARK(ts) FROM right_src;

/* data left_src
+I[1, 1970-01-01 00:00:01]
WM 1000
+I[1, 1970-01-01 00:00:02]
WM 2000
+I[1, 1970-01-01 00:00:03]
*/

/* data right_src
+I[1, 1970-01-01 00:00:01]
WM 7000
+I[1, 1970-01-01 00:00:02]
WM 9000
+I[1, 1970-01-01 00:00:03]
*/
