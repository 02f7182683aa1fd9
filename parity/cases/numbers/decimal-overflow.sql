-- title: DECIMAL overflow is NULL, a wide intermediate keeps a result that fits
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, a DECIMAL(38,3), b DECIMAL(38,3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s DECIMAL(38,3), m DECIMAL(38,3), p DECIMAL(38,6))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, a + b, a - b, a * b
FROM src;

/* data rows
+I[1, 99999999999999999999999999999999999.999, 99999999999999999999999999999999999.999]
+I[2, 99999999999999999999999999999999999.999, 1.000]
+I[3, 99999999999999999999999999999999999.999, -1.000]
+I[4, 12345678901234567.125, 10.000]
+I[5, null, 1.000]
+I[6, 0.001, 0.001]
*/
