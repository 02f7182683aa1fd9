-- title: A user function is opened once, with a context, called once per row and closed once
-- routing: host
-- level: ordered
-- parallelism: 1
-- (at parallelism 2 the calls of two tasks come to one list in any order)
-- min-rows: 8

CREATE TEMPORARY SYSTEM FUNCTION lifecycle AS 'io.streamfusion.parity.udf.Lifecycle';

CREATE TABLE src (id INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, lifecycle(id)
FROM src
WHERE id <> 2 OR id IS NULL;

/* data rows
+I[1]
+I[2]
+I[null]
+I[3]
*/
