-- title: LIKE with an escape and SIMILAR TO
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, p STRING, e STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s LIKE p ESCAPE e, s SIMILAR TO p
FROM src;

/* data rows
+I['a_b', 'a!_b', '!']
+I['axb', 'a!_b', '!']
+I['a%', 'a!%', '!']
*/
