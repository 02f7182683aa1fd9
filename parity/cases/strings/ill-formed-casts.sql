-- title: Bytes to text and back
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (x BYTES)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (b BYTES, n INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(CAST(x AS STRING) AS BYTES), CHAR_LENGTH(CAST(x AS STRING))
FROM src;

/* data rows
+I[X'ff']
+I[X'61']
+I[X'c3a9']
+I[null]
*/
