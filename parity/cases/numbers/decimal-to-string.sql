-- title: DECIMAL to text is never scientific
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(10,8), e DECIMAL(38,0))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, t STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(d AS VARCHAR), CAST(e AS STRING)
FROM src;

/* data rows
+I[0, 0]
+I[0.00000001, -99999999999999999999999999999999999999]
+I[1, 100]
+I[-0.00000001, null]
*/
