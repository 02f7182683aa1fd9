-- title: Text out of range of TINYINT
-- routing: host
-- level: failure java.lang.NumberFormatException

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, t TINYINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, CAST(s AS TINYINT)
FROM src;

/* data rows
+I[1, '100']
+I[2, '200']
*/
