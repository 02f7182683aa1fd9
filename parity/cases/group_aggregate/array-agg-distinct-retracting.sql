-- title: ARRAY_AGG of distinct values that are taken back, of which NULL is one
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 40

CREATE TABLE src (k INT, v INT, s STRING, d DOUBLE, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, v ARRAY<INT>, s ARRAY<STRING>, d ARRAY<DOUBLE>) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_filtered (k INT, n BIGINT, v ARRAY<INT>, vf ARRAY<INT>, least INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, ARRAY_AGG(DISTINCT v), ARRAY_AGG(DISTINCT s), ARRAY_AGG(DISTINCT d) FROM src GROUP BY k;

INSERT INTO snk_filtered
SELECT k, COUNT(DISTINCT v), ARRAY_AGG(DISTINCT v), ARRAY_AGG(DISTINCT v) FILTER (WHERE b), MIN(DISTINCT v) FROM src GROUP BY k;

/* data rows
+I[1, null, null, null, null]
+I[1, null, 'a', 0.0, true]
+I[1, 1, 'a', -0.0, false]
-D[1, null, null, null, null]
-D[1, null, 'a', 0.0, true]
+I[1, null, 'größe', 0.0, true]
-U[1, 1, 'a', -0.0, false]
+U[1, 2, null, 1.5, true]
# Not there: it counts when it comes for the second time.
-D[1, 7, 'never', null, true]
+I[1, 7, 'never', null, true]
+I[1, 7, 'never', null, true]
+I[2, null, null, null, true]
-D[2, 1, 'x', 1.0, true]
+I[2, null, null, null, true]
+I[2, null, null, null, false]
-D[2, null, null, null, false]
-D[2, null, null, null, true]
-D[2, 5, 'y', 5.0, true]
+I[null, null, null, null, true]
+I[null, 1, 'x', 1.0, true]
-D[null, null, null, null, true]
*/
