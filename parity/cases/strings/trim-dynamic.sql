-- title: Trimming by a set from a column depends on how Flink holds it
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, t STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT TRIM(BOTH t FROM s)
FROM src;

/* data rows
+I['xab x', ' x']
+I['xax', 'x']
+I[null, 'x']
*/
