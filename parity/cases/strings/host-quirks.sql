-- title: UNHEX of odd length, URL_DECODE of cut escapes, positions at the smallest INT
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BYTES, b STRING, c INT, d INT, e INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT UNHEX(s), URL_DECODE(s), INSTR(s, 'a', n, 1), LOCATE('a', s, n), LOCATE('a', s, -2147483648)
FROM src;

/* data rows
+I['4a4', 2147483647]
+I['%4', 1]
+I['%', -1]
+I['%C3%A9a', 0]
+I['%zz', 2]
+I['', 1]
+I[null, null]
+I['xaya', -2147483647]
*/
