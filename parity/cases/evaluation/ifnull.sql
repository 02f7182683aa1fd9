-- title: IFNULL evaluates both arguments
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (id INT, z INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT IFNULL(id, 1 / z)
FROM src;

/* data rows
+I[1, 1]
+I[null, 2]
+I[1, 0]
*/
