-- title: Where nothing changes the rows, Flink passes them on
-- routing: fallback NOTHING_NATIVE
-- level: ordered

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, s FROM src;

/* data rows
+I[1, 'a']
+I[2, null]
*/
