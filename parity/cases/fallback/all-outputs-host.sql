-- title: Under the default policy a Calc with only host-evaluated outputs stays on Flink
-- routing: fallback ALL_OUTPUTS_HOST_EVALUATED
-- level: ordered
-- set: streamfusion.policy = exact

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT REVERSE(s), INITCAP(s) FROM src;

/* data rows
+I[1, 'abc']
+I[2, null]
*/
