-- title: Regular expressions in Java's dialect
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, p STRING, r STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING, c BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT REGEXP_EXTRACT(s, p, 1), REGEXP_REPLACE(s, p, r), REGEXP(s, p)
FROM src;

/* data rows
+I['ab', '(a)', '$0b']
+I['ab', '(a)(x)?', '']
+I[null, 'a', 'b']
+I['foobar', '(o+)(?=b)', '-']
*/
