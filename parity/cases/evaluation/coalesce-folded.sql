-- title: A cast that fails and is folded inside COALESCE
-- routing: host
-- level: failure java.lang.NumberFormatException

CREATE TABLE src (id INT, v INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, COALESCE(v, CAST('x' AS INT))
FROM src;

/* data rows
+I[1, 1]
+I[2, 5]
*/
