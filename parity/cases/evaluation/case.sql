-- title: Only the chosen branch of CASE runs
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (i INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a INT, b STRING, c INT, d INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CASE WHEN i = 0 THEN -1 WHEN i > 0 THEN 100 / i ELSE NULL END, CASE s WHEN 'a' THEN 'x' WHEN 'b' THEN s ELSE 'none' END, IF(i = 0,
  0,
  7 / i), NULLIF(i,
  2)
FROM src;

/* data rows
+I[0, 'a']
+I[5, 'b']
+I[-5, 'c']
+I[null, null]
+I[2, '']
*/
