-- title: Condition and projection call one instance: per row the condition, then the columns of those that pass
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- splits: 2
-- min-rows: 5

CREATE TEMPORARY SYSTEM FUNCTION call_number AS 'io.streamfusion.parity.udf.CallNumber';

CREATE TABLE src (id INT, x INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, x1 INT, a INT, id INT, b INT, c STRING, x2 INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, x + 1, call_number(x), id, call_number(id) * 10, s || '!', x * 2
FROM src
WHERE MOD(call_number(id), 2) = 1 OR call_number(x) > 7;

/* data rows
+I[1, 10, 'a']
+I[2, 20, 'b']
+I[null, 30, 'c']
+I[4, null, 'd']
+I[5, 50, null]
+I[6, 60, 'f']
+I[7, 70, 'ü']
+I[null, null, null]
+I[9, 90, 'i']
+I[10, 100, 'j']
*/
