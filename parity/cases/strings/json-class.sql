-- title: A JSON value of another class fails outside of ON ERROR
-- routing: host
-- level: failure java.lang.ClassCastException

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, JSON_VALUE(s, 'strict $.a' RETURNING INTEGER NULL ON ERROR)
FROM src;

/* data rows
+I[1, '{"a":1}']
+I[2, '{"a":"x"}']
*/
