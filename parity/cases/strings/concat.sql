-- title: CONCAT is strict, CONCAT_WS skips NULL and keeps empty text
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (a STRING, b STRING, c STRING, sep STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (x STRING, y STRING, z STRING, w STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CONCAT(a, b, c), CONCAT_WS(',', a, b, c), a || b, CONCAT_WS(sep, a, b)
FROM src;

/* data rows
+I['a', null, 'c', '-']
+I['a', '', 'c', null]
+I[null, null, null, ',']
+I['é', '😀', 'x', '']
*/
