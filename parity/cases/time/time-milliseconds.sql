-- title: TIME(0) keeps milliseconds inside
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (id INT, t TIME(0), u TIME(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, t TIME(0), e BOOLEAN, c TIME(0))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, t, t = u, CAST(t AS TIME(0))
FROM src;

/* data rows
+I[1, 12:34:56.789, 12:34:56.789]
+I[2, 12:34:56, 12:34:56.001]
+I[3, null, 00:00:00]
*/
