-- title: The sink refuses text longer than its column where it is told to
-- routing: native
-- level: failure org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException
-- set: table.exec.sink.type-length-enforcer = ERROR

CREATE TABLE src (id INT, s VARCHAR(2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v VARCHAR(2))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, s
FROM src;

/* data rows
+I[1, 'ab']
+I[2, '😀é']
+I[3, 'abc']
+I[4, 'x']
*/
