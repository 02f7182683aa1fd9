-- title: An upsert source into an upsert sink without a filter keeps every row kind
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'upsert');

CREATE TABLE snk (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'parity-sink', 'changes' = 'upsert');

INSERT INTO snk SELECT id, v * 2 FROM src;

/* data rows
+I[1, 5]
+U[1, 6]
+I[2, 7]
-D[1, 6]
+U[2, 8]
+I[1, 9]
+U[3, null]
*/
