-- title: DECIMAL zero by zero fails with another message
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (id INT, a DECIMAL(10,2), b DECIMAL(10,2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, q DECIMAL(23,13))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, a / b
FROM src;

/* data rows
+I[1, 1.00, 2.00]
+I[2, 0.00, 0.00]
*/
