-- title: A NULL rowtime fails in the watermark assigner
-- routing: native
-- level: failure java.lang.RuntimeException
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3)) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id * 2, ts FROM src;

/* data rows
+I[1, 2024-01-01 00:00:00]
+I[2, null]
+I[3, 2024-01-01 00:00:01]
*/
