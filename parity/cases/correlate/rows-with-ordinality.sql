-- title: UNNEST of an array of rows WITH ORDINALITY
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, a ARRAY<ROW<x INT, y STRING>>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, x INT, y STRING, o INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, x, y, o FROM src CROSS JOIN UNNEST(a) WITH ORDINALITY AS t (x, y, o);

/* data rows
+I[1, [(1, 'a'), (null, null)]]
+I[2, []]
+I[3, [(7, 'é')]]
*/
