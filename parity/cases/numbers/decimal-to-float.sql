-- title: DECIMAL to FLOAT and DOUBLE, bit for bit
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(38,18), e DECIMAL(18,4))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DOUBLE, b FLOAT, c DOUBLE, e FLOAT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(d AS DOUBLE), CAST(d AS FLOAT), CAST(e AS DOUBLE), CAST(e AS FLOAT)
FROM src;

/* data rows
+I[0.1, 0.1]
+I[12345678901234567890.123456789012345678, 99999999999999.9999]
+I[-0.000000000000000001, -0.0001]
+I[16777217, 16777217]
+I[null, null]
*/
