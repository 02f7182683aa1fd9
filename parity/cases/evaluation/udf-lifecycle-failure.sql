-- title: A user function is closed once also after a row that fails, and is not called for it again
-- routing: host
-- level: failure java.lang.IllegalArgumentException
-- parallelism: 1
-- (at parallelism 2 the calls of two tasks come to one list in any order)

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
