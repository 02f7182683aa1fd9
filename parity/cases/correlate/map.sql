-- title: UNNEST of a map gives keys and values
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, m MAP<STRING, INT>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, k STRING, v INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, k, v FROM src CROSS JOIN UNNEST(m) AS t (k, v);

/* data rows
+I[1, {'a': 1}]
+I[2, {}]
+I[3, null]
+I[4, {'b': null}]
+I[5, {null: 3}]
+I[6, {null: null, 'c': 1}]
*/
