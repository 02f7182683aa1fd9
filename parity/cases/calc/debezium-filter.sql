-- title: A filter over a retract source without a key keeps every row kind
-- routing: native
-- level: ordered
-- parallelism: 1, 2
-- object-reuse: false, true

CREATE TABLE src (id INT, v INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (id INT, v INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, v + 1, s FROM src WHERE v > 10;

/* data rows
+I[1, 5, 'a']
+I[2, 20, 'b']
-U[1, 5, 'a']
+U[1, 15, 'a']
1: +I[7, 70, 'ü']
-U[2, 20, 'b']
+U[2, 8, 'b']
1: -U[7, 70, 'ü']
1: +U[7, 71, null]
-U[1, 15, 'a']
+U[1, 16, 'aa']
-D[2, 8, 'b']
-D[1, 16, 'aa']
1: -D[7, 71, null]
*/
