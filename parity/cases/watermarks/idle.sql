-- title: An idle input does not hold back the watermark of a union
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

-- The idle source ends after the other one's watermark, which therefore passes without it.
CREATE TABLE quiet (id INT, rt TIMESTAMP(3), WATERMARK FOR rt AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'quiet');

CREATE TABLE busy (id INT, rt TIMESTAMP(3), WATERMARK FOR rt AS SOURCE_WATERMARK())
WITH ('connector' = 'parity-source', 'data' = 'busy');

CREATE TABLE snk (id INT, rt TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk
SELECT id + 1, rt FROM quiet
UNION ALL
SELECT id + 2, rt FROM busy;

/* data quiet
IDLE
SIGNAL quiet
AWAIT busy
*/

/* data busy
AWAIT quiet
+I[1, 2024-01-01 00:00:01]
+I[2, 2024-01-01 00:00:02]
WM 1704067201000
PAUSE 1500
SIGNAL busy
*/
