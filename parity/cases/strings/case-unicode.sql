-- title: UPPER and LOWER of other text are handed to the host
-- routing: standby
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (u STRING, l STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT UPPER(s), LOWER(s)
FROM src;

/* data rows
+I['ß']
+I['éÀ']
+I['abc']
+I[null]
+I['İı']
*/
