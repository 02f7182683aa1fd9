-- title: A decimal too wide for its declared type is NULL, and yet not NULL
-- routing: host
-- level: ordered
-- splits: 2

CREATE TEMPORARY SYSTEM FUNCTION wide_decimal AS 'io.streamfusion.parity.udf.WideDecimal';

CREATE TABLE src (x INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (x INT, d DECIMAL(3,0), n BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT x, wide_decimal(x), wide_decimal(x) IS NULL
FROM src;

/* data rows
+I[1]
+I[1000]
*/
