-- title: DECIMAL remainder fails when the quotient needs more than 38 digits
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (a DECIMAL(38,0), b DECIMAL(38,38))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (m DECIMAL(38,38))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT MOD(a, b)
FROM src;

/* data rows
+I[1, 0.5]
+I[10000000000000000000000000000000000000, 0.00000000000000000000000000000000000003]
*/
