-- title: An exception of a user function is the job's failure
-- routing: host
-- level: failure java.lang.IllegalStateException

CREATE TEMPORARY SYSTEM FUNCTION refuse_three AS 'io.streamfusion.parity.udf.RefuseThree';

CREATE TABLE src (id INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, refuse_three(id)
FROM src;

/* data rows
+I[1]
+I[2]
+I[3]
+I[4]
*/
