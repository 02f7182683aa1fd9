-- title: MIN and MAX of values that are taken back: equal ones, unknown ones, NULLs, filters, floats, groups that end
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 60

CREATE TABLE src (k INT, v BIGINT, f FLOAT, d DOUBLE, s STRING, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (
  k INT, nv BIGINT, xv BIGINT, nf FLOAT, xf FLOAT, nd DOUBLE, xd DOUBLE, ns STRING, xs STRING)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_some (k INT, nv BIGINT, xv BIGINT, dv BIGINT, ds STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (nv BIGINT, xs STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, MIN(v), MAX(v), MIN(f), MAX(f), MIN(d), MAX(d), MIN(s), MAX(s) FROM src GROUP BY k;

INSERT INTO snk_some
SELECT k, MIN(v) FILTER (WHERE b), MAX(v) FILTER (WHERE NOT b OR v > 3), MIN(DISTINCT v), MAX(DISTINCT s) FILTER (WHERE b)
FROM src GROUP BY k;

INSERT INTO snk_all SELECT MIN(v), MAX(s) FROM src;

/* data rows
+I[1, null, null, null, null, null]
+I[1, 5, 1.5, NaN, 'b', true]
+I[1, 3, -0.0, 0.0, 'größe longer than seven', false]
+I[1, 3, 0.0, -0.0, 'größe longer than seven', true]
+I[1, 9, NaN, Infinity, '😀', true]
-U[1, 3, 0.0, -0.0, 'größe longer than seven', true]
+U[1, 4, NaN, -0.0, '', true]
-D[1, 3, -0.0, 0.0, 'größe longer than seven', false]
-D[1, 9, NaN, NaN, '😀', true]
# Not there: counts when it comes, and may be found meanwhile.
-D[1, 1, -3.5, -3.5, 'zzz', true]
+I[1, 2, -1.0, -1.0, 'zz', true]
+I[1, 2, -1.0, -1.0, 'zz', true]
+I[1, 8, 2.5, 2.5, 'y', false]
-D[1, 2, -1.0, -1.0, 'zz', true]
-D[1, 2, -1.0, -1.0, 'zz', true]
+I[1, 1, -3.5, -3.5, 'zzz', true]
+I[1, 1, -3.5, -3.5, 'zzz', true]
-D[1, 1, -3.5, -3.5, 'zzz', true]
+I[2, 7, 0.5, 0.5, 'a', null]
+I[2, 7, 0.5, 0.5, 'a', true]
-D[2, 6, 0.25, 0.25, 'A', true]
# The last row goes, its value is not the one that was there.
-D[2, 7, 0.5, 0.5, 'a', true]
+I[2, 9, 1.5, 1.5, 'c', true]
-D[2, 9, 1.5, 1.5, 'c', true]
+I[2, 6, 0.75, 0.75, 'A', true]
+I[2, 6, 0.75, 0.75, 'A', true]
-D[2, null, null, null, null, null]
+I[null, 0, -Infinity, -Infinity, '', false]
-U[null, 0, -Infinity, -Infinity, '', false]
+U[null, 1, bits:ffc00001, bits:fff8000000000001, null, false]
-U[null, 1, bits:7fc00002, bits:7ff8000000000002, null, false]
+U[null, 2, 0.0, 0.0, 'x', false]
*/
