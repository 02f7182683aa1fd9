-- title: DECIMAL division rounds to 38 digits, then to the declared scale
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a DECIMAL(10,2), b DECIMAL(10,2), c DECIMAL(38,18), d DECIMAL(38,18))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (q DECIMAL(23,13), r DECIMAL(38,6))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a / b, c / d
FROM src;

/* data rows
+I[1.00, 3.00, 1, 3]
+I[2.00, 3.00, 2, 3]
+I[-1.00, 6.00, -99999999999999999999, 0.000000000000000007]
+I[0.00, 5.00, 0, 1]
+I[null, 1.00, null, 0]
+I[99999999.99, 0.01, 1, 0.000000000000000001]
*/
