-- title: LIKE with a literal escape character
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN, c BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s LIKE 'a!_b' ESCAPE '!', s LIKE '%!%' ESCAPE '!', s LIKE 'a!!%' ESCAPE '!'
FROM src;

/* data rows
+I['a_b']
+I['axb']
+I['50%']
+I['a!b']
+I['']
+I[null]
*/
