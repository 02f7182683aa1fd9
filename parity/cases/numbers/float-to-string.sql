-- title: The JDK's digits
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (d DOUBLE, f FLOAT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (s STRING, t STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT CAST(d AS STRING), CAST(f AS STRING)
FROM src;

/* data rows
+I[2.0E23, 2.2E10]
+I[NaN, -0.0]
+I[1.0E-5, 1.0E10]
+I[Infinity, null]
+I[100, 0.1]
*/
