-- title: FLOAT times DECIMAL is a DOUBLE
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (f FLOAT, d DECIMAL(5,2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (fd DOUBLE, q DOUBLE, g BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT f * d, d / f, f > d
FROM src;

/* data rows
+I[1.1, 2.50]
+I[-0.0, 0.00]
+I[NaN, 999.99]
+I[Infinity, -1.00]
+I[null, 1.00]
*/
