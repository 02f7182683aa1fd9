-- title: A lookup in a map whose value is NULL depends on how Flink holds the map
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2

CREATE TABLE src (m MAP<STRING, INT>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT m['a']
FROM src;

/* data rows
+I[{'a': null}]
+I[{'a': 1}]
+I[{}]
+I[null]
*/
