-- title: A narrowing DECIMAL cast rounds half up, then is NULL if it does not fit
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a DECIMAL(6,3), b DECIMAL(38,10))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DECIMAL(5,2), c DECIMAL(3,0), b DECIMAL(10,0))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(a AS DECIMAL(5,2)), CAST(a AS DECIMAL(3,0)), CAST(b AS DECIMAL(10,0))
FROM src;

/* data rows
+I[999.995, 1234567890.5]
+I[999.994, 9999999999.5]
+I[-0.005, -0.5]
+I[0.004, 0.4999999999]
+I[null, null]
*/
