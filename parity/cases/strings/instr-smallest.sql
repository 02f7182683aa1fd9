-- title: INSTR from the smallest INT never ends in Flink
-- routing: host
-- level: failure java.lang.StackOverflowError

CREATE TABLE src (s STRING, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (p INT, n INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT INSTR(s, 'a', n, 1), n + 1
FROM src;

/* data rows
+I['xaya', -2147483647]
+I['a', -2147483648]
*/
