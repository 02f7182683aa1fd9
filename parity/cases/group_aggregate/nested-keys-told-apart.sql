-- title: Keys and distinct values of nested types: NaNs in rows and in arrays, the zeros, NULLs, the order of a map
-- routing: native
-- level: ordered
-- parallelism: 1
-- (at parallelism 2 the second aggregate takes the rows of two tasks in any order)
-- object-reuse: false, true
-- set: streamfusion.batch.size = 5
-- min-rows: 200

CREATE TABLE src (
  k INT, fa ARRAY<FLOAT>, da ARRAY<DOUBLE>, fr ROW<f FLOAT, d DOUBLE>, w ROW<dw DECIMAL(38, 3), t TIMESTAMP(9)>, ar ARRAY<ROW<f FLOAT, a ARRAY<FLOAT>>>,
  sa ARRAY<STRING>, m MAP<STRING, FLOAT>, ms MULTISET<INT>
) WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract', 'rows' = 'mixed');

CREATE TABLE snk_fa (fa ARRAY<FLOAT>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_da (da ARRAY<DOUBLE>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_fr (fr ROW<f FLOAT, d DOUBLE>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_w (w ROW<dw DECIMAL(38, 3), t TIMESTAMP(9)>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_ar (ar ARRAY<ROW<f FLOAT, a ARRAY<FLOAT>>>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_sa (sa ARRAY<STRING>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_m (m MAP<STRING, FLOAT>, ms MULTISET<INT>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_distinct (fr ROW<f FLOAT, d DOUBLE>, sa ARRAY<STRING>) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_sets (fr ROW<f FLOAT, d DOUBLE>, fa ARRAY<FLOAT>, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_counts (k INT, fa BIGINT, ar BIGINT, f BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_again (sa ARRAY<STRING>, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_fa SELECT fa, COUNT(*) FROM src GROUP BY fa;
INSERT INTO snk_da SELECT da, COUNT(*) FROM src GROUP BY da;
INSERT INTO snk_fr SELECT fr, COUNT(*) FROM src GROUP BY fr;
INSERT INTO snk_w SELECT w, COUNT(*) FROM src GROUP BY w;
INSERT INTO snk_ar SELECT ar, COUNT(*) FROM src GROUP BY ar;
INSERT INTO snk_sa SELECT sa, COUNT(*) FROM src GROUP BY sa;
INSERT INTO snk_m SELECT m, ms, COUNT(*) FROM src GROUP BY m, ms;
INSERT INTO snk_distinct SELECT DISTINCT fr, sa FROM src;
INSERT INTO snk_sets SELECT fr, fa, COUNT(*) FROM src GROUP BY CUBE (fr, fa);
INSERT INTO snk_counts
SELECT k, COUNT(DISTINCT fa), COUNT(DISTINCT ar), COUNT(DISTINCT sa) FILTER (WHERE k > 0) FROM src GROUP BY k;
INSERT INTO snk_again SELECT sa, COUNT(*) FROM (SELECT sa, fa, COUNT(*) FROM src GROUP BY sa, fa) GROUP BY sa;

/* data rows
+I[1, [0.0], [0.0], (0.0, 0.0), (0.000, 1970-01-01 00:00:00), [(0.0, [0.0])], ['a'], {'a': 0.0, 'b': 1.0}, {1: 2, 2: 1}]
+I[1, [-0.0], [-0.0], (-0.0, 0.0), (null, 1970-01-01 00:00:00), [(-0.0, [0.0])], ['a '], {'b': 1.0, 'a': 0.0}, {2: 1, 1: 2}]
+I[1, [NaN], [NaN], (NaN, NaN), (0.000, null), [(NaN, [NaN])], ['a', null], {'a': NaN}, {1: 3}]
+I[1, [bits:7fc00001], [bits:7ff8000000000001], (bits:7fc00001, NaN), (null, null), [(NaN, [bits:ffc00001])], ['größe longer than seven'], {'a': bits:7fc00001}, {}]
+I[2, [bits:ffc00001], [bits:fff8000000000001], (NaN, bits:fff8000000000001), null, [(bits:7fc00001, [NaN])], ['größe', ' longer than seven'], {'a': bits:ffc00001}, null]
+I[2, [null], [null], (null, null), (null, null), [(null, null)], [null], {null: null}, {null: 1}]
+I[2, [], [], null, (0.001, 1970-01-01 00:00:00.000000001), [null], [], {}, {}]
+I[2, null, null, (null, 0.0), (0.000, null), null, null, null, null]
-D[1, [NaN], [NaN], (NaN, NaN), (0.000, null), [(NaN, [NaN])], ['a', null], {'a': NaN}, {1: 3}]
+I[1, [0.0, 0.0], [0.0, 1.5], (0.0, 0.0), (0.000, 1970-01-01 00:00:00), [(0.0, [0.0])], ['a'], {'a': 0.0, 'b': 1.0}, {1: 2, 2: 1}]
-U[1, [-0.0], [-0.0], (-0.0, 0.0), (null, 1970-01-01 00:00:00), [(-0.0, [0.0])], ['a '], {'b': 1.0, 'a': 0.0}, {2: 1, 1: 2}]
+U[1, [bits:7fc00002], [bits:7ff8000000000002], (bits:7fc00001, NaN), (null, null), [(NaN, [bits:7fc00002])], ['größe longer than seven'], {'a': bits:7fc00002}, {}]
-D[2, [], [], null, (0.001, 1970-01-01 00:00:00.000000001), [null], [], {}, {}]
+I[2, null, null, (null, 0.0), (0.000, null), null, null, null, null]
-D[2, null, null, (null, 0.0), (0.000, null), null, null, null, null]
-D[2, null, null, (null, 0.0), (0.000, null), null, null, null, null]
-D[1, [bits:7fc00003], [bits:7ff8000000000003], (bits:7fc00001, NaN), (null, null), [(NaN, [bits:7fc00003])], ['größe longer than seven'], {'a': bits:7fc00003}, {}]
+I[3, [1.0, 2.0], [3.0], (1.0, 2.0), (null, 1970-01-01 00:00:00), [(1.0, [2.0]), (3.0, [])], ['b'], {'x': 1.0}, {5: 5}]
*/
