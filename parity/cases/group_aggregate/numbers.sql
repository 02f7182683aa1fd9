-- title: COUNT, SUM, AVG, MIN and MAX of every kind of number: wrapping, NaN, zeros, NULL
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 40

CREATE TABLE src (k STRING, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '3');

CREATE TABLE snk_ints (k STRING, n BIGINT, nb BIGINT, sti TINYINT, ssi SMALLINT, si INT, sb BIGINT, mi INT, ma BIGINT)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_averages (k STRING, ati TINYINT, asi SMALLINT, ai INT, ab BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_floats (k STRING, sf FLOAT, sd DOUBLE, af FLOAT, ad DOUBLE, mif FLOAT, maf FLOAT, mid DOUBLE, mad DOUBLE)
WITH ('connector' = 'parity-sink');

INSERT INTO snk_ints
SELECT k, COUNT(*), COUNT(b), SUM(ti), SUM(si), SUM(i), SUM(b), MIN(i), MAX(b)
FROM src GROUP BY k;

INSERT INTO snk_averages SELECT k, AVG(ti), AVG(si), AVG(i), AVG(b) FROM src GROUP BY k;

INSERT INTO snk_floats
SELECT k, SUM(f), SUM(d), AVG(f), AVG(d), MIN(f), MAX(f), MIN(d), MAX(d)
FROM src GROUP BY k;

/* data rows
+I['a', 100, 32000, 2147483647, 9223372036854775807, 1.0E8, 0.1]
+I['a', 100, 32000, 1, 1, 1.0, 0.2]
+I['b', null, null, null, null, null, null]
+I['a', null, null, null, null, null, null]
+I['b', -1, -1, -1, -1, -0.0, -0.0]
+I[null, -128, -32768, -2147483648, -9223372036854775808, NaN, NaN]
+I['a', -7, -7, -7, -7, -Infinity, Infinity]
+I['b', -2, -2, -2, -2, 0.0, 0.0]
+I[null, -1, -1, -1, -1, 1.0, 1.0]
+I['c', 1, 1, 1, 1, 3.4028235E38, 1.7976931348623157E308]
+I['c', 2, 2, 2, 2, NaN, NaN]
+I['c', 3, 3, 3, 3, 1.5, 1.5]
+I['größe longer than seven bytes', 5, 6, 7, 8, 9.5, 10.25]
+I['größe longer than seven bytes', 5, 6, 7, 8, 9.5, 10.25]
*/
