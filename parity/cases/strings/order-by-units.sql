-- title: The order of text depends on how Flink holds it: such a query stays on Flink
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2
-- min-rows: 2

CREATE TABLE src (id INT, s STRING, t STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'text' = 'java');

CREATE TABLE snk (id INT, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, s
FROM src
WHERE s < t;

/* data rows
+I[1, '\ue000', '😀']
+I[2, '😀', '\ue000']
+I[3, 'a', 'b']
*/
