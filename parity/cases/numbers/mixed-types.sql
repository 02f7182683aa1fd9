-- title: FLOAT times DECIMAL is a DOUBLE; integer widths meet in comparisons
-- routing: native
-- level: ordered

CREATE TABLE src (f FLOAT, d DECIMAL(5,2), t TINYINT, b BIGINT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (fd DOUBLE, eq BOOLEAN, lt BOOLEAN, s BIGINT, fb FLOAT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT f * d, t = b, t < b, t + b, f + b
FROM src;

/* data rows
+I[1.1, 2.50, 1, 1]
+I[-0.0, 0.00, -128, 9223372036854775807]
+I[NaN, 999.99, null, 2]
+I[Infinity, -1.00, 5, null]
*/
