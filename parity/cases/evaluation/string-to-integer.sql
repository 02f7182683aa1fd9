-- title: Text to integer
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, i INT, t TINYINT, b BIGINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, TRY_CAST(s AS INT), TRY_CAST(s AS TINYINT), TRY_CAST(s AS BIGINT)
FROM src;

/* data rows
+I[' 12 ']
+I['1.9']
+I['-0.9']
+I['1e2']
+I['']
+I['200']
+I[null]
+I['9223372036854775808']
*/
