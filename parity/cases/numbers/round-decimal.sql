-- title: ROUND, TRUNCATE, FLOOR and CEIL of DECIMAL have result types of their own
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(10,4), e DECIMAL(38,2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DECIMAL(9,2), b DECIMAL(7,0), c DECIMAL(38,1), g DECIMAL(7,0), h DECIMAL(7,0), i DECIMAL(9,2), j DECIMAL(10,4))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT ROUND(d, 2), ROUND(d), ROUND(e, 1), FLOOR(d), CEIL(d), TRUNCATE(d, 2), ABS(d)
FROM src;

/* data rows
+I[1.2350, 99999999999999999999999999999999999.95]
+I[-1.2350, 0.05]
+I[999999.9999, -0.05]
+I[0.5000, 0.00]
+I[null, null]
+I[2.5000, 1.00]
*/
