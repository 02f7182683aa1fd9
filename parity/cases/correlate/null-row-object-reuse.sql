-- title: UNNEST WITH ORDINALITY of nullable rows of two fields, where no copy sees the short row
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2
-- object-reuse: true

CREATE TABLE src (id INT, a ARRAY<ROW<x INT, y INT>>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, x INT, y INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, x, y FROM src CROSS JOIN UNNEST(a) WITH ORDINALITY AS t (x, y, o);

/* data rows
+I[1, [(1, 2)]]
+I[2, [(3, 4), null]]
*/
