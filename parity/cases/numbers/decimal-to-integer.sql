-- title: DECIMAL to an integer truncates and keeps the low bits
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(12,1), w DECIMAL(38,2))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (i INT, b BIGINT, s SMALLINT, t TINYINT, w BIGINT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(d AS INT), CAST(d AS BIGINT), CAST(d AS SMALLINT), CAST(d AS TINYINT), CAST(w AS BIGINT)
FROM src;

/* data rows
+I[3000000000.5, 99999999999999999999.99]
+I[-3000000000.5, -9223372036854775809.00]
+I[0.9, 0.99]
+I[-0.9, -0.99]
+I[32768.0, null]
+I[null, 1.00]
*/
