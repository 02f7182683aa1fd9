-- title: A timestamp cut below microseconds may keep its nanoseconds: it stays on Flink
-- routing: fallback REPRESENTATION_DEPENDENT
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- splits: 2

CREATE TABLE src (id INT, n TIMESTAMP(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a TIMESTAMP(3), b TIMESTAMP(6))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, CAST(n AS TIMESTAMP(3)), CAST(n AS TIMESTAMP(6))
FROM src;

/* data rows
+I[1, 1969-12-31 23:59:59.999999999]
+I[2, 2024-02-29 12:34:56.000000001]
+I[3, null]
*/
