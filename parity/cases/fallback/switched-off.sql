-- title: An operator that is switched off stays on Flink
-- routing: fallback OPERATOR_DISABLED
-- level: ordered
-- set: streamfusion.operator.calc.enabled = false

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, s FROM src;

/* data rows
+I[1, 'a']
+I[2, null]
*/
