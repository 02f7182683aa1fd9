-- title: A condition on the elements without a kernel
-- routing: host
-- level: ordered
-- splits: 2
-- min-rows: 2

CREATE TABLE src (id INT, a ARRAY<STRING>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, e STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, e FROM src CROSS JOIN UNNEST(a) AS x (e) WHERE INITCAP(e) = 'Ab' OR e IS NULL;

/* data rows
+I[1, ['ab', 'c', null, 'AB']]
+I[2, []]
+I[3, null]
*/
