-- title: AND and OR evaluate per row: a guarded division never fails
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (i INT, a BOOLEAN, o BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT i, i <> 0 AND 100 / i > 1, i = 0 OR 100 / i > 1
FROM src;

/* data rows
+I[0]
+I[2]
+I[null]
+I[100]
*/
