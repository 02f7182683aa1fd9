-- title: UNNEST WITH ORDINALITY of a NULL row of two fields fails in the operator behind
-- routing: native
-- level: failure java.lang.IllegalArgumentException

CREATE TABLE src (id INT, other STRING, a ARRAY<ROW<x INT, y STRING>>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, x INT, y STRING, o INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, x, y, o FROM src CROSS JOIN UNNEST(a) WITH ORDINALITY AS t (x, y, o);

/* data rows
+I[1, 'a', [(1, 'a'), (2, 'b')]]
+I[2, 'b', [(3, 'c'), null, (4, 'd')]]
+I[3, 'c', [(5, 'e')]]
*/
