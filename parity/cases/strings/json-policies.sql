-- title: Strict and lax paths, ON EMPTY and ON ERROR
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a STRING, b STRING, c STRING, d STRING, e INT, f BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT 
  id + 1,
  JSON_VALUE(s, 'lax $.a' DEFAULT 'empty' ON EMPTY DEFAULT 'error' ON ERROR),
  JSON_VALUE(s, 'strict $.a' DEFAULT 'empty' ON EMPTY DEFAULT 'error' ON ERROR),
  JSON_QUERY(s, 'lax $.a' WITH WRAPPER),
  JSON_QUERY(s, 'strict $.a' EMPTY ARRAY ON EMPTY EMPTY OBJECT ON ERROR),
  JSON_VALUE(s, 'lax $.a' RETURNING INTEGER NULL ON ERROR),
  JSON_EXISTS(s, 'strict $.a' FALSE ON ERROR)
FROM src;

/* data rows
+I[1, '{"a":12}']
+I[2, '{"b":1}']
+I[3, '{"a":null}']
+I[4, '{"a":[1,2]}']
+I[5, 'nonsense']
+I[6, '']
+I[7, null]
+I[8, '{"a":1,"a":2}']
*/
