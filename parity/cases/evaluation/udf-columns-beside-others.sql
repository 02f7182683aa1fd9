-- title: Several columns share an instance beside columns that stay in the engine
-- routing: host
-- level: ordered
-- set: streamfusion.policy = exact
-- splits: 2
-- min-rows: 4

CREATE TEMPORARY SYSTEM FUNCTION call_number AS 'io.streamfusion.parity.udf.CallNumber';

CREATE TABLE src (id INT, x INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, a INT, b INT, c INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, call_number(id), call_number(x), x + 1
FROM src;

/* data rows
+I[1, 10, 'a']
+I[null, 20, 'b']
+I[3, null, null]
+I[4, 40, 'd']
*/
