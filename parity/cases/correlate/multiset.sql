-- title: UNNEST of a multiset repeats each element, a NULL one too
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, m MULTISET<STRING>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, s FROM src CROSS JOIN UNNEST(m) AS t (s);

/* data rows
+I[1, {'a': 2}]
+I[2, {null: 3}]
+I[3, {}]
+I[4, null]
*/
