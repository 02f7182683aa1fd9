-- title: Keys of types that keys.sql does not have go to Flink's subtask
-- routing: native
-- level: per-key label
-- parallelism: 2
-- min-rows: 60

CREATE TABLE src (label STRING, f FLOAT, d DOUBLE, bi BINARY(9), tm TIME(0), t9 TIMESTAMP(9), l6 TIMESTAMP_LTZ(6), l9 TIMESTAMP_LTZ(9), ch CHAR(9))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '5');

CREATE TABLE snk (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_floats (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_times (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT label, COUNT(*) FROM src GROUP BY label, f, d, bi, tm, t9, l6, l9, ch;

INSERT INTO snk_floats SELECT label, COUNT(*) FROM src GROUP BY f, d, label;

INSERT INTO snk_times SELECT label, COUNT(*) FROM src GROUP BY t9, tm, label, l9;

/* data rows
+I['zeros', 0.0, -0.0, X'000000000000000000', 00:00:00, 1970-01-01 00:00:00, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z, '         ']
+I['other zeros', -0.0, 0.0, X'000000000000000001', 00:00:01, 1969-12-31 23:59:59.999999999, 1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999999Z, 'größe    ']
+I['nan', NaN, NaN, X'ffffffffffffffffff', 23:59:59, 9999-12-31 23:59:59.999999999, 9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999999Z, '123456789']
+I['other nan', bits:ffc00001, bits:fff8000000000001, X'0102030405060708ff', 12:34:56, 0001-01-01 00:00:00.000000001, 0001-01-01T00:00:00.000001Z, 0001-01-01T00:00:00.000000001Z, '日本       ']
+I['null', null, null, null, null, null, null, null, null]
*/
