-- title: Text to boolean
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, b BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, TRY_CAST(s AS BOOLEAN)
FROM src;

/* data rows
+I['T']
+I['yes']
+I['0']
+I[' true']
+I['on']
+I[null]
*/
