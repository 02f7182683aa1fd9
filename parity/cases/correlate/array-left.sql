-- title: UNNEST of an array, left: NULL and empty arrays give a row of NULLs
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, a ARRAY<INT>)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (id INT, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, v FROM src LEFT JOIN UNNEST(a) AS t (v) ON TRUE;

/* data rows
+I[1, [1, null, 3]]
+I[2, []]
+I[3, null]
-U[1, [1, null, 3]]
+U[1, [4]]
-D[2, []]
*/
