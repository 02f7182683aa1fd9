-- title: LEFT and RIGHT beyond both ends
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT LEFT(s, n), RIGHT(s, n)
FROM src;

/* data rows
+I['abc', -1]
+I['abc', 9]
+I['abc', 0]
+I['😀é', 1]
+I[null, 1]
+I['abc', null]
*/
