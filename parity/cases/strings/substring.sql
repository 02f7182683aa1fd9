-- title: Start 0 acts as 1, a negative start counts from the end
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, p INT, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT SUBSTRING(s, p, n), SUBSTRING(s, p)
FROM src;

/* data rows
+I['abc', 0, 3]
+I['abc', -2, 3]
+I['abc', -5, 3]
+I['abc', 5, 3]
+I['abc', 1, -1]
+I['abc', 1, 0]
+I['😀é', 2, 1]
+I[null, 1, 1]
+I['abc', null, 1]
+I['abc', 2, 2147483647]
*/
