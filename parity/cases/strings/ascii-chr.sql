-- title: ASCII is the first byte, signed; CHR takes the low byte
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a INT, c STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT ASCII(s), CHR(n)
FROM src;

/* data rows
+I['é', 353]
+I['a', 256]
+I['', -1]
+I[null, null]
+I['Z', 65]
*/
