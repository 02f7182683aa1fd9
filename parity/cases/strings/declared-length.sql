-- title: The declared length of a source column is trusted
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, c VARCHAR(2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a VARCHAR(4), b VARCHAR(2))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, CAST(c AS VARCHAR(4)), c
FROM src;

/* data rows
+I[1, 'abcdef']
+I[2, 'a']
+I[3, null]
*/
