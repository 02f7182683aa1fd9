-- title: UNNEST of a map WITH ORDINALITY, left: an empty map has no position either
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 5

CREATE TABLE src (id INT, m MAP<STRING, INT>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, k STRING, v INT, o INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, k, v, o FROM src LEFT JOIN UNNEST(m) WITH ORDINALITY AS t (k, v, o) ON TRUE;

/* data rows
+I[1, {'a': 1}]
+I[2, {}]
+I[3, null]
+I[4, {null: null}]
+I[5, {'é': null}]
*/
