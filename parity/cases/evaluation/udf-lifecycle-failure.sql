-- title: A user function is closed once also after a row that fails, and is not called for it again
-- routing: host
-- level: failure java.lang.IllegalArgumentException

CREATE TEMPORARY SYSTEM FUNCTION lifecycle AS 'io.streamfusion.parity.udf.Lifecycle';

CREATE TABLE src (id INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, lifecycle(id)
FROM src;

/* data rows
+I[1]
+I[2]
+I[-3]
+I[4]
*/
