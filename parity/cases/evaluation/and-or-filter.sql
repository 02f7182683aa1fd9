-- title: The same in a filter
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (i INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT i
FROM src
WHERE i <> 0 AND 100 / i > 1;

/* data rows
+I[0]
+I[2]
+I[null]
+I[100]
+I[-1]
*/
