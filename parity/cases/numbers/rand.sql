-- title: One stream of random numbers per call site; a seed from a column restarts it
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s INT, a DOUBLE, b DOUBLE, c INT, d DOUBLE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, RAND(42), RAND(42), RAND_INTEGER(7, 100), RAND(s)
FROM src;

/* data rows
+I[42]
+I[42]
+I[42]
+I[1]
*/
