-- title: COALESCE as Flink runs it
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (v INT, w INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a INT, b INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT COALESCE(v, w, 5), COALESCE(v, w)
FROM src;

/* data rows
+I[1, 2]
+I[null, 2]
+I[null, null]
*/
