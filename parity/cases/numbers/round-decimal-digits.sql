-- title: DECIMAL rounded to digits from a column has another scale than its type: it stays on Flink
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- splits: 2

CREATE TABLE src (d DECIMAL(10,4), n INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (n INT, a DECIMAL(10,4), b DECIMAL(10,4))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT n + 1, ROUND(d, n), TRUNCATE(d, n)
FROM src;

/* data rows
+I[1.2350, 1]
+I[-1.2350, -1]
+I[999999.9999, 0]
+I[0.5000, 10]
+I[2.5000, null]
*/
