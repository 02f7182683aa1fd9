-- title: Equality and IN of text
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, t STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, e BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s = t, s <> t, s IN ('a', 'é', ''), s NOT IN ('a', 'b'), s IS DISTINCT FROM t
FROM src;

/* data rows
+I['a', 'a']
+I['é', 'é']
+I['', '']
+I[null, 'a']
+I['a', null]
+I[null, null]
+I['a ', 'a']
*/
