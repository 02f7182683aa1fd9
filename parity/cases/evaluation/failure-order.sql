-- title: The first error of the first failing row is raised, after the rows in front of it
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (id INT, a INT, d DECIMAL(5,2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, x INT, y DECIMAL(30,10))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, 10 / a, 1 / d
FROM src;

/* data rows
+I[1, 1, 1.00]
+I[2, 2, 0.00]
+I[3, 0, 1.00]
*/
