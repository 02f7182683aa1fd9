-- title: Calls that occur more than once, with and without rows that never come to them
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING, i INT, z INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b INT, c INT, d STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CASE
    WHEN LOWER(s) = 'fig' THEN 'first'
    WHEN LOWER(s) = 'apple' THEN 'second'
    ELSE LOWER(s)
  END,
  CASE WHEN z = 0 THEN -1 WHEN i / z > 5 THEN i / z ELSE i / z + 1 END,
  CASE WHEN z <> 0 AND i / z = 1 THEN 1 WHEN z <> 0 AND i / z = 2 THEN 2 END,
  LOWER(s)
FROM src;

/* data rows
+I['FIG', 1, 0]
+I['APPLE', 12, 2]
+I['Pear', 4, 2]
+I[null, 3, 3]
+I['kiwi', null, 1]
+I['', 2147483647, null]
*/
