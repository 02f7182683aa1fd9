-- title: SQL/JSON functions run on the host
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, a STRING, b BOOLEAN, c STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, JSON_VALUE(s, '$.a'), JSON_EXISTS(s, '$.b'), JSON_QUERY(s, '$.c')
FROM src;

/* data rows
+I['{"a":1,"c":[1,2]}']
+I['{"b":null}']
+I['nonsense']
+I[null]
*/
