-- title: NaN passes no comparison in a filter
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, d DOUBLE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, d DOUBLE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, d
FROM src
WHERE d > 0;

/* data rows
+I[1, NaN]
+I[2, 1.5]
+I[3, null]
+I[4, -0.0]
+I[5, 4.9E-324]
*/
