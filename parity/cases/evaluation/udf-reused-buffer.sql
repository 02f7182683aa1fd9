-- title: A function may return the same array again and again
-- routing: host
-- level: ordered
-- splits: 2

CREATE TEMPORARY SYSTEM FUNCTION reused_bytes AS 'io.streamfusion.parity.udf.ReusedBytes';

CREATE TABLE src (a INT, b INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (x BYTES, y BYTES, z INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT reused_bytes(a), reused_bytes(b), a + b
FROM src;

/* data rows
+I[1, 2]
+I[3, 4]
*/
