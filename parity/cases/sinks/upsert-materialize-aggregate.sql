-- title: Flink's upsert materializer behind a native aggregate: groups move from one key of the sink to another
-- routing: native
-- level: per-key top
-- min-rows: 8

CREATE TABLE src (id INT, v INT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (top INT, id INT, PRIMARY KEY (top) NOT ENFORCED)
WITH ('connector' = 'parity-sink', 'changes' = 'upsert');

INSERT INTO snk SELECT MAX(v) AS top, id FROM src WHERE v IS NOT NULL GROUP BY id;

/* data rows
+I[1, 5]
+I[2, 5]
+I[2, 8]
+I[3, 8]
-D[2, 8]
+I[1, 9]
-D[3, 8]
+I[4, null]
-D[1, 9]
-D[1, 5]
*/
