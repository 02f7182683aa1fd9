-- title: UNNEST of a map, left: NULL and empty maps give a row of NULLs, whatever the row's kind
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 9

CREATE TABLE src (id INT, m MAP<STRING, INT>)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (id INT, k STRING, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, k, v FROM src LEFT JOIN UNNEST(m) AS t (k, v) ON TRUE;

/* data rows
+I[1, {'é': 1}]
+I[2, {}]
+I[3, null]
+I[4, {null: 3}]
+I[5, {'b': null}]
-U[1, {'é': 1}]
+U[1, null]
-U[2, {}]
+U[2, {'c': -2147483648}]
-D[3, null]
*/
