-- title: Where i and I are two letters, their case depends on how Flink holds the text
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2
-- locale: tr-TR
-- min-rows: 6

CREATE TABLE held_as_bytes (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE held_as_java (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'text' = 'java');

CREATE TABLE snk (id INT, u STRING, l STRING)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk2 (id INT, u STRING, l STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, UPPER(s), LOWER(s) FROM held_as_bytes;

INSERT INTO snk2 SELECT id, UPPER(s), LOWER(s) FROM held_as_java;

/* data rows
+I[1, 'title I']
+I[2, 'ıi İI ß']
+I[3, null]
*/
