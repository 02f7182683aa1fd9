-- title: Text compared with a number
-- routing: native
-- level: failure org.apache.flink.table.api.ValidationException

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, s
FROM src
WHERE s = 1;

/* data rows
+I[1, '1']
+I[2, ' 1 ']
+I[3, '1.0']
+I[4, null]
+I[5, '2']
*/
