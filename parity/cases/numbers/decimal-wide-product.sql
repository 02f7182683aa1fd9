-- title: The product of wide decimals has the scale that the plan says
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a DECIMAL(38,19), b DECIMAL(38,19), d DECIMAL(38,18))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (ab DECIMAL(38,6), d10 DECIMAL(38,17), dd DECIMAL(38,6))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a * b, d * 10, d * d
FROM src;

/* data rows
+I[10.1, 10.2, 1.5]
+I[0.0000000000000000001, 0.0000000000000000001, 0.000000000000000001]
+I[9999999999999999999.9999999999999999999, 9999999999999999999, 99999999999999999999.999999999999999999]
+I[-10.0000005, 0.1, -1]
+I[null, 1, null]
*/
