-- title: Depth and length of JSON are limited as by the Jackson of Flink
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, n INT, a STRING, b STRING, c STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v STRING, e BOOLEAN, q STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT 
  id + 1,
  JSON_VALUE(REPEAT(a, n) || b || REPEAT(c, n), '$.a'),
  JSON_EXISTS(REPEAT(a, n) || b || REPEAT(c, n), '$.a'),
  JSON_QUERY(REPEAT(a, n) || b || REPEAT(c, n), '$')
FROM src;

/* data rows
+I[1, 3, '{"a":', '1', '}']
+I[2, 999, '{"a":', '1', '}']
+I[3, 1000, '{"a":', '1', '}']
+I[4, 1001, '{"a":', '1', '}']
+I[5, 1001, '[', '1', ']']
+I[6, 1000, '', '{"a":1}', '']
+I[7, 1, '{"a":', '1e400', '}']
*/
