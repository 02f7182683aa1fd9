-- title: CASE as a filter is not turned into a conjunction
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s
FROM src
WHERE CASE WHEN REGEXP(s, '^[0-9]+$') THEN CAST(s AS INT) > 0 ELSE FALSE END;

/* data rows
+I['1']
+I['abc']
+I['2']
+I[null]
*/
