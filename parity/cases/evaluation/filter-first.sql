-- title: Projections never run on rejected rows
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, z INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, q INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, 100 / z
FROM src
WHERE id = 99;

/* data rows
+I[2, 0]
+I[99, 5]
+I[0, 0]
+I[null, 0]
*/
