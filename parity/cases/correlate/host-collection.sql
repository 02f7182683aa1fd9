-- title: A collection that the host computes, with a condition that the host evaluates on the elements
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- splits: 2
-- min-rows: 5

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, e STRING, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, e, s
FROM src CROSS JOIN UNNEST(SPLIT(s, ',')) AS x (e)
WHERE INITCAP(e) <> 'B';

/* data rows
+I[1, 'a,b,c']
+I[2, '']
+I[3, null]
+I[null, 'ä,B,b']
+I[5, ',']
*/
