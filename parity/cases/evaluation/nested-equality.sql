-- title: Equality of rows and arrays depends on how Flink holds them: it stays on Flink
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2

CREATE TABLE src (a ARRAY<INT>, b ARRAY<INT>, r ROW<x INT, y STRING>, q ROW<x INT, y STRING>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (n INT, e BOOLEAN, f BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CARDINALITY(a), a = b, r = q
FROM src;

/* data rows
+I[[1, 2], [1, 2], (1, 'a'), (1, 'a')]
+I[[1, null], [1, null], (null, 'a'), (null, 'a')]
+I[[], null, (1, 'a'), null]
+I[[1], [2], (1, 'a'), (2, 'a')]
*/
