-- title: A range of floats
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, f FLOAT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, b BOOLEAN, n BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, f BETWEEN -1 AND 1, f NOT BETWEEN -1 AND 1
FROM src;

/* data rows
+I[1, -0.0]
+I[2, NaN]
+I[3, 1.0]
+I[4, null]
+I[5, -1.5]
*/
