-- title: PROCTIME() and CURRENT_TIMESTAMP are read for each record when it arrives, not for a batch
-- routing: host
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- set: streamfusion.batch.max-delay = 1 min
-- min-rows: 4

CREATE TEMPORARY SYSTEM FUNCTION a_second_later AS 'io.streamfusion.parity.udf.ASecondLater';

CREATE TABLE src (id INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, p BOOLEAN)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk2 (id INT, c BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, a_second_later(PROCTIME())
FROM src;

INSERT INTO snk2
SELECT id + 1, a_second_later(CURRENT_TIMESTAMP)
FROM src;

/* data rows
+I[1]
PAUSE 1500
+I[2]
PAUSE 1500
+I[3]
*/
