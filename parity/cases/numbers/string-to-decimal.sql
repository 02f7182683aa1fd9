-- title: Both of Flink's parsers of decimal text
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, a DECIMAL(4,3), b DECIMAL(5,2), c DECIMAL(38,10))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT s, TRY_CAST(s AS DECIMAL(4,3)), TRY_CAST(s AS DECIMAL(5,2)), TRY_CAST(s AS DECIMAL(38,10))
FROM src;

/* data rows
+I['-1.23499999']
+I[' 1.5 ']
+I['']
+I['1e2']
+I['0.11111111111111111111111111111111111111111111111111111111111111111111111111111111']
+I['999.995']
+I['abc']
+I[null]
*/
