-- title: Policy never keeps everything on Flink
-- routing: fallback POLICY_NEVER
-- level: ordered
-- set: streamfusion.policy = never

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, s FROM src;

/* data rows
+I[1, 'a']
+I[2, null]
*/
