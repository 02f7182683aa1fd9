-- title: Flink's upsert materializer behind a native Calc: the sink's key is not the key of the changes
-- routing: native
-- level: per-key k
-- min-rows: 8

CREATE TABLE src (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, id INT, PRIMARY KEY (k) NOT ENFORCED)
WITH ('connector' = 'parity-sink', 'changes' = 'upsert');

INSERT INTO snk SELECT v + 1, id FROM src WHERE v <> 0;

/* data rows
+I[1, 5]
+I[2, 5]
+I[3, 7]
+I[4, 0]
-U[2, 5]
+U[2, 7]
-U[1, 5]
+U[1, 9]
-D[2, 7]
-U[4, 0]
+U[4, 9]
-D[3, 7]
*/
