-- title: User functions among kernels
-- routing: host
-- level: ordered
-- splits: 2

CREATE TEMPORARY SYSTEM FUNCTION count_char AS 'io.streamfusion.parity.nexmark.CountChar';

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a BIGINT, b BOOLEAN, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, count_char(s, 'c'), count_char(s, 'é') > 0, s
FROM src;

/* data rows
+I[1, 'ccc']
+I[2, null]
+I[3, 'é']
+I[4, '']
*/
