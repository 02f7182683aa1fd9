-- title: LPAD, RPAD and OVERLAY count UTF-16 units
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, n INT, p STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT LPAD(s, n, p), RPAD(s, n, p)
FROM src;

/* data rows
+I['😀', 3, 'x']
+I['ab', -1, 'x']
+I['ab', 4, '']
+I['ab', 0, 'x']
+I['ab', 5, 'xyz']
+I[null, 1, 'x']
+I['abc', 2, 'x']
*/
