-- title: Elements in front of the row whose collection fails leave
-- routing: host
-- level: failure java.lang.NumberFormatException
-- min-rows: 2

CREATE TABLE src (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, e INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, e FROM src CROSS JOIN UNNEST(ARRAY[id, CAST(s AS INT)]) AS x (e);

/* data rows
+I[1, '7']
+I[2, 'x']
+I[3, '9']
*/
