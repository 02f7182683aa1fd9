-- title: Casts to CHAR and VARCHAR cut and pad by code points
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a VARCHAR(2), b CHAR(3), c STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(s AS VARCHAR(2)), CAST(s AS CHAR(3)), CAST(s AS VARCHAR)
FROM src;

/* data rows
+I['12345']
+I['1']
+I['']
+I[null]
+I['😀é1']
*/
