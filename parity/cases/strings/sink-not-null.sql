-- title: The sink refuses NULL in a NOT NULL column
-- routing: native
-- level: failure org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING NOT NULL)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, s
FROM src;

/* data rows
+I[1, 'abc']
+I[2, null]
+I[3, 'x']
*/
