-- title: UNNEST of a multiset, left: NULL and empty multisets give a row of NULLs, whatever the row's kind
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 12

CREATE TABLE src (id INT, m MULTISET<STRING>)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, s FROM src LEFT JOIN UNNEST(m) AS t (s) ON TRUE;

/* data rows
+I[1, {'é': 2}]
+I[2, {null: 3}]
+I[3, {}]
+I[4, null]
-U[1, {'é': 2}]
+U[1, {}]
-D[4, null]
+I[5, {'': 1}]
*/
