-- title: UNION ALL of retract inputs keeps row kinds
-- routing: native
-- level: per-key origin
-- splits: 2

CREATE TABLE a (id INT, v INT)
WITH ('connector' = 'parity-source', 'data' = 'left', 'changes' = 'retract');

CREATE TABLE b (id INT, v INT)
WITH ('connector' = 'parity-source', 'data' = 'right');

CREATE TABLE snk (origin STRING, id INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT 'a', id, v + 1 FROM a
UNION ALL
SELECT 'b', id, v FROM b;

/* data left
+I[1, 1]
-U[1, 1]
+U[1, 2]
-D[1, 2]
*/

/* data right
+I[1, 1]
+I[2, 2]
*/
