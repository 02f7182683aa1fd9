-- title: Keys of nested types, also nested in each other, go to Flink's subtask
-- routing: native
-- level: per-key label
-- parallelism: 1, 2
-- min-rows: 200

CREATE TABLE src (
  label STRING, a ARRAY<INT>, sa ARRAY<STRING>, fa ARRAY<FLOAT>, da ARRAY<DOUBLE>, bo ARRAY<BOOLEAN>, wa ARRAY<DECIMAL(38, 3)>, ta ARRAY<TIMESTAMP(9)>,
  r ROW<x INT, f FLOAT, d DOUBLE, s STRING>, w ROW<dc DECIMAL(10, 2), dw DECIMAL(38, 3), t3 TIMESTAMP(3), t6 TIMESTAMP(6), l9 TIMESTAMP_LTZ(9), vb VARBINARY(9)>,
  ar ARRAY<ROW<p BIGINT, q STRING, u ARRAY<SMALLINT>>>, rr ROW<o ROW<v TINYINT, t TIMESTAMP(6)>, l ARRAY<ARRAY<STRING>>>, m MAP<STRING, INT>, ms MULTISET<STRING>,
  mm MAP<INT, ARRAY<DOUBLE>>
) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '3');

CREATE TABLE snk (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_arrays (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_rows (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_nested (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_maps (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_parts (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT label, COUNT(*) FROM src GROUP BY label, a, sa, fa, da, bo, wa, ta, r, w, ar, rr, m, ms, mm;
INSERT INTO snk_arrays SELECT label, COUNT(*) FROM src GROUP BY wa, fa, a, sa, label, da, bo, ta;
INSERT INTO snk_rows SELECT label, COUNT(*) FROM src GROUP BY w, label, r;
INSERT INTO snk_nested SELECT label, COUNT(*) FROM src GROUP BY rr, ar, label;
INSERT INTO snk_maps SELECT label, COUNT(*) FROM src GROUP BY mm, ms, label, m;
INSERT INTO snk_parts SELECT label, COUNT(*) FROM src GROUP BY rr.o, label, rr.l;

/* data rows
+I['one', [1, 2], ['a', 'größe longer than seven'], [1.5, -0.0], [0.0, NaN], [true, false], [99999999999999999999999999999999999.999], [2024-01-31 12:34:56.123456789], (1, -0.0, 0.0, 'x'), (1.50, 0.001, 2024-01-31 12:34:56.123, 2024-01-31 12:34:56.123456, 2024-01-31T12:34:56.123456789Z, X'00ff'), [(1, 'a', [1, null]), (2, 'longer than seven', [])], ((1, 1969-12-31 23:59:59.999999), [['a'], [], null]), {'a': 1, 'b': null}, {'x': 2}, {1: [0.5, NaN]}]
+I['nulls', null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I['nulls inside', [null], [null], [null], [null], [null], [null], [null], (null, null, null, null), (null, null, null, null, null, null), [null, (null, null, null)], (null, null), {null: null}, {null: 2}, {null: null}]
+I['nulls deep inside', [null, null, null], [null, ''], [null, 0.0], [null, 0.0], [null, true], [null, 0.000], [null, 1970-01-01 00:00:00], (0, null, 0.0, null), (null, 0.000, null, 1970-01-01 00:00:00, null, X''), [(null, '', null)], ((null, null), [null]), {'': null}, {'': 1}, {0: [null]}]
+I['empty', [], [], [], [], [], [], [], (0, 0.0, 0.0, ''), (0.00, 0.000, 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01T00:00:00Z, X''), [], ((0, 1970-01-01 00:00:00), []), {}, {}, {}]
+I['nan', [-1], ['日本'], [NaN], [NaN], [true], [-0.001], [1969-12-31 23:59:59.999999999], (1, NaN, NaN, '😀'), (-0.01, -0.001, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31T23:59:59.999999999Z, X'0102030405060708'), [(-1, '😀', [-1])], ((-1, 0001-01-01 00:00:00.000001), [['😀', null]]), {'b': 1, 'a': 2}, {'ä': 1, 'a': 1}, {1: [NaN, -0.0]}]
+I['other nan', [-1], ['日本'], [bits:ffc00001], [bits:fff8000000000001], [true], [-0.001], [1969-12-31 23:59:59.999999998], (1, bits:7fc00001, bits:7ff8000000000001, '😀'), (-0.01, -0.001, 0001-01-01 00:00:00, 0001-01-01 00:00:00, 0001-01-01T00:00:00.000000001Z, X'010203040506070809'), [(-1, '😀', [-1, -1])], ((-1, 9999-12-31 23:59:59.999999), [['😀'], [null]]), {'a': 2, 'b': 1}, {'a': 1, 'ä': 1}, {1: [bits:7ff8000000000001, 0.0]}]
+I['many elements', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, null, 33], ['1', '2', '3', '4', '5', '6', '7', '8', 'nine characters'], [1.0, 2.0, 3.0], [1.0], [true, true, null, false, true, true, true, true, true], [1.000, 2.000, 3.000], [2024-01-01 00:00:00, null, 9999-12-31 23:59:59.999999999], (2147483647, 3.4028235E38, 4.9E-324, 'seven77'), (99999999.99, -99999999999999999999999999999999999.999, 9999-12-31 23:59:59.999, 9999-12-31 23:59:59.999999, 9999-12-31T23:59:59.999999999Z, X'ff'), [(9223372036854775807, 'eight888', [32767, -32768, 0]), (1, '1', [1])], ((127, null), [['a', 'b', 'c'], ['d']]), {'a': 1, 'b': 2, 'c': 3}, {'a': 2147483647}, {2147483647: [1.0], -1: []}]
*/
