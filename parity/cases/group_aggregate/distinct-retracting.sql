-- title: DISTINCT over rows that are taken back: several filters and columns, unknown values, groups that end
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 40

CREATE TABLE src (k INT, v INT, s STRING, f FLOAT, d DOUBLE, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, dv BIGINT, dvf BIGINT, sv INT, av INT, ds BIGINT, df BIGINT, sd DOUBLE)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_filtered (k INT, dv BIGINT, sv INT, ds BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (dv BIGINT, ds BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, COUNT(*), COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE b), SUM(DISTINCT v), AVG(DISTINCT v), COUNT(DISTINCT s),
  COUNT(DISTINCT f), SUM(DISTINCT d)
FROM src GROUP BY k;

INSERT INTO snk_filtered
SELECT k, COUNT(DISTINCT v) FILTER (WHERE b), SUM(DISTINCT v) FILTER (WHERE s <> 'a'), COUNT(DISTINCT s) FILTER (WHERE NOT b)
FROM src GROUP BY k;

INSERT INTO snk_all SELECT COUNT(DISTINCT v), COUNT(DISTINCT s) FROM src;

/* data rows
+I[1, 1, 'a', 0.0, 0.5, true]
+I[1, 1, 'a', -0.0, 0.5, false]
+I[1, 2, 'größe longer than seven', NaN, 0.25, null]
+I[1, null, null, null, null, null]
-D[1, 1, 'a', 0.0, 0.5, true]
+I[1, 2, 'größe longer than seven', bits:ffc00001, 0.25, true]
-U[1, 2, 'größe longer than seven', NaN, 0.25, null]
+U[1, 3, 'a', -0.0, -0.0, true]
-D[1, 1, 'a', -0.0, 0.5, false]
# Not there: it counts when it comes for the second time.
-D[1, 7, 'x', 7.5, 7.5, true]
+I[1, 7, 'x', 7.5, 7.5, true]
+I[1, 7, 'x', 7.5, 7.5, true]
-D[1, 2, 'größe longer than seven', bits:7fc00002, 0.25, true]
+I[2, 1, 'a', 1.0, 1.0, true]
+I[2, 5, 'b', 1.0, 1.0, true]
-D[2, 5, 'c', 1.0, 1.0, true]
# The last row goes, other values than those that were there.
-D[2, 6, 'c', 1.0, 1.0, true]
+I[2, 1, 'c', 1.0, 1.0, false]
+I[2, 6, 'a', 1.0, 1.0, true]
-D[2, 1, 'c', 1.0, 1.0, false]
+I[null, 1, '', null, 2.0, false]
+I[null, 1, '', null, 2.0, true]
-D[null, 1, '', null, 2.0, false]
-D[null, 1, '', null, 2.0, true]
*/
