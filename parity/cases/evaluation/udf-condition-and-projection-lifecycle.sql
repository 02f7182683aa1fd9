-- title: A function of condition and projection is opened once, called in the order of rows, and closed once
-- routing: host
-- level: ordered
-- min-rows: 10
-- parallelism: 1
-- (at parallelism 2 the calls of two tasks come to one list in any order)

CREATE TEMPORARY SYSTEM FUNCTION lifecycle AS 'io.streamfusion.parity.udf.Lifecycle';

CREATE TABLE src (id INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, lifecycle(v)
FROM src
WHERE lifecycle(id) <> 2;

/* data rows
+I[1, 10]
+I[2, -20]
+I[null, -30]
+I[3, null]
+I[4, 40]
*/
