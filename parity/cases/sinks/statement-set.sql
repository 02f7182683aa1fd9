-- title: Several sinks of one statement set share what they can
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (id INT, v INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '200');

CREATE VIEW doubled AS SELECT id, v * 2 AS w, s FROM src WHERE v > 0;

CREATE TABLE small_rows (id INT, w INT) WITH ('connector' = 'parity-sink');

CREATE TABLE large_rows (id INT, w INT, s STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE other (s STRING, n INT) WITH ('connector' = 'parity-sink');

INSERT INTO small_rows SELECT id, w + 1 FROM doubled WHERE w < 10;

INSERT INTO large_rows SELECT id, w, s FROM doubled WHERE w >= 10;

INSERT INTO other SELECT s, CHAR_LENGTH(s) FROM src;

/* data rows
+I[1, 3, 'a']
+I[2, 7, 'b']
+I[3, -1, 'c']
+I[4, null, null]
*/
