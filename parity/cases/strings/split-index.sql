-- title: SPLIT_INDEX keeps empty tokens; empty text has none
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT SPLIT_INDEX(s, ',', n), SPLIT_INDEX(s, 'ab', n)
FROM src;

/* data rows
+I['', 0]
+I['a,,b', 1]
+I['a,,b', 3]
+I['a', -1]
+I['a', 0]
+I['xabyab', 2]
+I[null, 0]
+I[',', 1]
+I['é,ü', 1]
*/
