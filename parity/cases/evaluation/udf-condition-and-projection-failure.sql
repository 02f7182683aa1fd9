-- title: A row that the condition drops does not reach the function again; one that passes fails in the projection
-- routing: host
-- level: failure java.lang.IllegalStateException
-- min-rows: 2

CREATE TEMPORARY SYSTEM FUNCTION refuse_three AS 'io.streamfusion.parity.udf.RefuseThree';

CREATE TABLE src (id INT, x INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT, w INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, refuse_three(x), 10 / (id - 6)
FROM src
WHERE refuse_three(id) > 10;

/* data rows
+I[1, 3]
+I[2, 1]
+I[5, 2]
+I[6, 3]
+I[7, 1]
*/
