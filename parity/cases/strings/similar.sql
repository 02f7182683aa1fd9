-- title: SIMILAR TO with groups, repetition and wildcards
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a BOOLEAN, b BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s SIMILAR TO 'This (is)? a (test)+ Wor_*', s NOT SIMILAR TO '[a-c]*(x|y)%'
FROM src;

/* data rows
+I['This is a test Word.']
+I['This  a testtest Wor']
+I['abcx!']
+I['']
+I[null]
*/
