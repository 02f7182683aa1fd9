-- title: UNNEST of a multiset WITH ORDINALITY, left: repeated elements are counted on
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 7

CREATE TABLE src (id INT, m MULTISET<STRING>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING, o INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, s, o FROM src LEFT JOIN UNNEST(m) WITH ORDINALITY AS t (s, o) ON TRUE;

/* data rows
+I[1, {'a': 2}]
+I[2, {null: 3}]
+I[3, {}]
+I[4, null]
*/
