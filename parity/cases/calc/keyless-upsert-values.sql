-- title: Row kinds through several Calcs and a projection that drops the changed column
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, v INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract', 'rows' = 'mixed', 'repeat' = '700');

CREATE TABLE snk (id INT, c STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, s || '?' FROM (SELECT id, v + 1 AS w, s FROM src WHERE id > 1) WHERE w < 100;

/* data rows
+I[1, 5, 'a']
+I[2, 5, 'b']
-U[2, 5, 'b']
+U[2, 6, 'b']
-U[2, 6, 'b']
+U[2, 200, null]
-D[2, 200, null]
+I[3, 1, '😀']
-D[3, 1, '😀']
*/
