-- title: Numbers of different widths meet
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (f FLOAT, d DECIMAL(5,2), t TINYINT, b BIGINT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (eq BOOLEAN, lt BOOLEAN, s BIGINT, fb FLOAT, bf FLOAT, dt BOOLEAN, db BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT t = b, t < b, t + b, f + b, b * f, d = t, d < b
FROM src;

/* data rows
+I[1.1, 2.50, 1, 1]
+I[-0.0, 0.00, -128, 9223372036854775807]
+I[NaN, 999.99, null, 2]
+I[Infinity, -1.00, 5, null]
*/
