-- title: An upsert sink does not take update-before rows
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'parity-sink', 'changes' = 'upsert');

INSERT INTO snk SELECT id, v + 1 FROM src;

/* data rows
+I[1, 5]
-U[1, 5]
+U[1, 6]
+I[2, 7]
-D[1, 6]
-U[2, 7]
+U[2, null]
*/
