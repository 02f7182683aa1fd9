-- title: NULL from an overflow travels in a NOT NULL column until the sink refuses it
-- routing: native
-- level: failure org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException

CREATE TABLE src (a DECIMAL(38,3) NOT NULL, b DECIMAL(38,3) NOT NULL)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s DECIMAL(38,3) NOT NULL)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT a + b
FROM src;

/* data rows
+I[1.000, 2.000]
+I[99999999999999999999999999999999999.999, 99999999999999999999999999999999999.999]
*/
