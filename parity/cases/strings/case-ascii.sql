-- title: UPPER and LOWER of ASCII text run in the engine
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (u STRING, l STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT UPPER(s), LOWER(s)
FROM src;

/* data rows
+I['aBc']
+I['']
+I[null]
+I['I i 1']
*/
