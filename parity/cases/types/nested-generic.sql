-- title: Nested types through both edges, rows in generic form
-- routing: native
-- level: ordered
-- splits: 2
-- object-reuse: false, true

CREATE TABLE src (
  id INT,
  a ARRAY<INT>,
  sa ARRAY<STRING>,
  m MAP<STRING, INT>,
  ms MULTISET<STRING>,
  r ROW<x INT, y STRING, z ROW<u DECIMAL(20,2), w TIMESTAMP(3)>>,
  ar ARRAY<ROW<p BIGINT, q STRING>>,
  mm MAP<INT, ARRAY<DOUBLE>>
)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'rows' = 'generic');

CREATE TABLE snk (
  id INT,
  a ARRAY<INT>,
  sa ARRAY<STRING>,
  m MAP<STRING, INT>,
  ms MULTISET<STRING>,
  r ROW<x INT, y STRING, z ROW<u DECIMAL(20,2), w TIMESTAMP(3)>>,
  ar ARRAY<ROW<p BIGINT, q STRING>>,
  mm MAP<INT, ARRAY<DOUBLE>>
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, a, sa, m, ms, r, ar, mm
FROM src;

/* data rows
+I[1, [1, 2, null], ['a', null, 'é😀'], {'a': 1, 'b': null}, {'x': 2}, (1, 'y', (1.50, 2024-01-01 00:00:00)), [(1, 'a'), (null, null)], {1: [0.5, null, NaN]}]
+I[2, [], [], {}, {}, (null, null, null), [], {}]
+I[3, null, null, null, null, null, null, null]
+I[5, null, null, {null: 7, 'c': null}, {null: 2, 'd': 1}, null, null, {null: [1.5], 3: null}]
+I[4, [null], [''], {'': 0}, {'a': 1, 'b': 3}, (5, '', (null, null)), [null, (2, 'b')], {1: null, 2: []}]
*/
