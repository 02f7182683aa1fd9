-- title: How far the operands of COALESCE run is visible
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (v INT, z INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT COALESCE(v, 1 / z)
FROM src;

/* data rows
+I[1, 1]
+I[null, 1]
+I[1, 0]
*/
