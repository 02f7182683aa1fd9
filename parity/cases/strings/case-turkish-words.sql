-- title: The host capitalizes words by the rules of its locale
-- routing: host
-- level: ordered
-- splits: 2
-- locale: tr-TR
-- min-rows: 8

CREATE TABLE held_as_bytes (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE held_as_java (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'text' = 'java');

CREATE TABLE snk (id INT, s STRING)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk2 (id INT, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id + 1, INITCAP(s) FROM held_as_bytes;

INSERT INTO snk2 SELECT id + 1, INITCAP(s) FROM held_as_java;

/* data rows
+I[1, 'ince ISPARTA izmir']
+I[2, 'ıi İI ß']
+I[3, '']
+I[4, null]
*/
