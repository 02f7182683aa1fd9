-- title: A call that occurs more than once fails no earlier than what stands before it
-- routing: host
-- level: failure java.lang.NumberFormatException

CREATE TABLE src (s STRING, i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a INT, b INT, c INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(s AS INT), 6 / i, 6 / i + 1
FROM src;

/* data rows
+I['1', 1]
+I['2', 2]
+I['x', 0]
+I['4', 4]
*/
