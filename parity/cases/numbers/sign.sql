-- title: The sign of numbers, a zero's and NaN's included
-- routing: native
-- level: ordered
-- splits: 2
-- min-rows: 8
-- host-evaluations: 0

CREATE TABLE src (i INT, b BIGINT, d DOUBLE)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (i INT, b BIGINT, d DOUBLE, x DOUBLE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT SIGN(i), SIGN(b), SIGN(d), 1 / SIGN(d)
FROM src;

/* data rows
+I[-2147483648, -9223372036854775808, -1.7976931348623157E308]
+I[2147483647, 9223372036854775807, 1.7976931348623157E308]
+I[0, 0, 0.0]
+I[-1, -1, -0.0]
+I[1, 1, 4.9E-324]
+I[2, -2, NaN]
+I[3, 4294967296, -Infinity]
+I[null, null, null]
*/
