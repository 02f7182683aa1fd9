-- title: Long and odd numbers in JSON
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, n INT, a STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v STRING, e BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT 
  id + 1,
  JSON_VALUE('{"a":' || REPEAT(a, n) || '}', '$.a'),
  JSON_EXISTS('{"a":' || REPEAT(a, n) || '}', '$.a')
FROM src;

/* data rows
+I[1, 1000, '7']
+I[2, 1001, '7']
+I[3, 1, '1.50']
+I[4, 1, '1E2']
+I[5, 1, '-0']
+I[6, 1, '01']
+I[7, 1, 'NaN']
+I[8, null, '1']
*/
