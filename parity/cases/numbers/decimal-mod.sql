-- title: DECIMAL remainder
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a DECIMAL(10,3), b DECIMAL(6,1))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (m DECIMAL(8,3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT MOD(a, b)
FROM src;

/* data rows
+I[10.500, 3.0]
+I[-10.500, 3.0]
+I[10.500, -3.0]
+I[0.001, 99999.9]
+I[null, 0.0]
*/
