-- title: Grouping sets: NULL keys are not NULLs of a coarser set; GROUPING, GROUPING_ID, the empty set, HAVING
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 60

CREATE TABLE src (k INT, s STRING, v BIGINT, f BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '3');

CREATE TABLE snk_sets (k INT, s STRING, g1 BIGINT, g2 BIGINT, n BIGINT, t BIGINT, m BIGINT)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_rollup (k INT, s STRING, g BIGINT, n BIGINT, d BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_cube (k INT, s STRING, v BIGINT, m BIGINT, c BIGINT, cf BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_having (k INT, s STRING, t BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_sets
SELECT k, s, GROUPING(k), GROUPING_ID(s, k), COUNT(*), SUM(v), MAX(k)
FROM src GROUP BY GROUPING SETS ((k, s), (s), ());

INSERT INTO snk_rollup
SELECT k, s, GROUPING_ID(k, s), COUNT(v), COUNT(DISTINCT v) FROM src GROUP BY ROLLUP (k, s);

-- Calls over the grouped columns see the values, not the NULLs of the sets.
INSERT INTO snk_cube
SELECT k, s, v, MIN(v), COUNT(s), COUNT(DISTINCT k) FILTER (WHERE f) FROM src GROUP BY CUBE (k, s, v);

INSERT INTO snk_having
SELECT k, s, SUM(v) FROM src GROUP BY GROUPING SETS ((k), (s)) HAVING COUNT(*) > 1 AND GROUPING(k) = 0;

/* data rows
+I[1, 'a', 5, true]
+I[null, 'a', 7, false]
+I[1, null, 1, null]
+I[null, null, null, true]
+I[2, 'größe longer than seven', -3, true]
+I[1, 'a', 5, true]
*/
