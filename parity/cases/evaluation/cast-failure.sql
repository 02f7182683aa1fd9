-- title: A failed CAST fails the job with Flink's exception
-- routing: host
-- level: failure java.lang.NumberFormatException

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, CAST(s AS INT)
FROM src;

/* data rows
+I[1, '12']
+I[2, 'abc']
+I[3, '4']
*/
