-- title: UNNEST WITH ORDINALITY of a NULL row of one field gives NULL and its position
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, a ARRAY<ROW<x INT>>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, x INT, o INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, x, o FROM src CROSS JOIN UNNEST(a) WITH ORDINALITY AS t (x, o);

/* data rows
+I[1, [(1), null, (3)]]
+I[2, [null]]
*/
