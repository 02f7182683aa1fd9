-- title: Text that is not UTF-8 passes through unchanged
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, s STRING, b BYTES)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING, b BYTES, t STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, s, b, s || 'x'
FROM src;

/* data rows
+I[1, 'a\xff', X'ff00']
+I[2, '\xc3', X'']
+I[3, 'ok', null]
+I[4, '\xed\xa0\x80', X'ed']
*/
