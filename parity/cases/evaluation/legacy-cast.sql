-- title: The legacy cast option
-- routing: host
-- level: ordered
-- splits: 2
-- set: table.exec.legacy-cast-behaviour = ENABLED

CREATE TABLE src (s STRING, t STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, i INT, v VARCHAR(2), c CHAR(3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, CAST(s AS INT), CAST(s AS VARCHAR(2)), CAST(t AS CHAR(3))
FROM src;

/* data rows
+I['abc', '1']
+I['12', '12345']
+I[null, null]
*/
