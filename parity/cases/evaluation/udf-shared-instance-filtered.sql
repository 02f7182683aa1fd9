-- title: Calls of one function share an instance behind a condition
-- routing: host
-- level: ordered
-- splits: 2
-- min-rows: 3

CREATE TEMPORARY SYSTEM FUNCTION call_number AS 'io.streamfusion.parity.udf.CallNumber';

CREATE TABLE src (id INT, x INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a INT, b INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, call_number(id), call_number(x)
FROM src
WHERE SQRT(id) > 1;

/* data rows
+I[1, 10]
+I[2, 20]
+I[null, 30]
+I[4, null]
+I[5, 50]
+I[6, 60]
*/
