-- title: A user function named like a built-in one wins
-- routing: host
-- level: ordered
-- splits: 2

CREATE TEMPORARY SYSTEM FUNCTION `LOWER` AS 'io.streamfusion.parity.udf.Shout';

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, `LOWER`(s)
FROM src;

/* data rows
+I[1, 'ABC']
+I[2, 'aA']
+I[3, null]
*/
