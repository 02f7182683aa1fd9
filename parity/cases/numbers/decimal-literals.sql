-- title: Folded decimal literals are rescaled half up
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(10,4), i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a DECIMAL(38,10), b DECIMAL(20,7), c DECIMAL(20,2), e BOOLEAN, f DECIMAL(20,3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT d + (1.0 / 3), d * 0.908, i * 1.10, d > 0.5, 0.908 * i
FROM src;

/* data rows
+I[1.0000, 3]
+I[-0.5000, -7]
+I[null, null]
+I[999999.9999, 2147483647]
*/
