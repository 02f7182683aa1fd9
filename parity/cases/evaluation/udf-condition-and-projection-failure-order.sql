-- title: A column that stands before the function's fails first, in the row where both fail
-- routing: host
-- level: failure java.lang.ArithmeticException
-- min-rows: 2

CREATE TEMPORARY SYSTEM FUNCTION refuse_three AS 'io.streamfusion.parity.udf.RefuseThree';

CREATE TABLE src (id INT, x INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, w INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, 10 / (id - 6), refuse_three(x)
FROM src
WHERE refuse_three(id) > 10;

/* data rows
+I[1, 3]
+I[2, 1]
+I[5, 2]
+I[6, 3]
+I[7, 1]
*/
