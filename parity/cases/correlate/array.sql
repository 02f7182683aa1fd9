-- title: UNNEST of an array, inner: NULL and empty arrays give no row
-- routing: native
-- level: ordered
-- splits: 2
-- object-reuse: false, true

CREATE TABLE src (id INT, a ARRAY<STRING>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, s FROM src CROSS JOIN UNNEST(a) AS t (s);

/* data rows
+I[1, ['a', null, 'é']]
+I[2, []]
+I[3, null]
+I[4, ['']]
*/
