-- title: A user function that condition and projection share stays on Flink, where one instance serves both
-- routing: fallback FUNCTION_INSTANCE_SHARED
-- level: ordered
-- parallelism: 1
-- (at parallelism 2 the calls of two tasks come to one list in any order)
-- min-rows: 6

CREATE TEMPORARY SYSTEM FUNCTION lifecycle AS 'io.streamfusion.parity.udf.Lifecycle';

CREATE TABLE src (id INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, lifecycle(id) FROM src WHERE lifecycle(id) > 1;

/* data rows
+I[1]
+I[2]
+I[null]
+I[3]
*/
