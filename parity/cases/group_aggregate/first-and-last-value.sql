-- title: FIRST_VALUE and LAST_VALUE of every flat type, over NULLs, NaN and the two zeros
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- min-rows: 40

CREATE TABLE src (
  k INT, bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2), dw DECIMAL(38, 3), ch CHAR(3), vc VARCHAR(5),
  s STRING, bi BINARY(2), vb VARBINARY(9), da DATE, tm TIME(3), t3 TIMESTAMP(3), t6 TIMESTAMP(6), t9 TIMESTAMP(9), l3 TIMESTAMP_LTZ(3), l9 TIMESTAMP_LTZ(9))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk_first (
  k INT, bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2), dw DECIMAL(38, 3), ch CHAR(3), vc VARCHAR(5),
  s STRING, bi BINARY(2), vb VARBINARY(9), da DATE, tm TIME(3), t3 TIMESTAMP(3), t6 TIMESTAMP(6), t9 TIMESTAMP(9), l3 TIMESTAMP_LTZ(3), l9 TIMESTAMP_LTZ(9))
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_last (
  k INT, bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2), dw DECIMAL(38, 3), ch CHAR(3), vc VARCHAR(5),
  s STRING, bi BINARY(2), vb VARBINARY(9), da DATE, tm TIME(3), t3 TIMESTAMP(3), t6 TIMESTAMP(6), t9 TIMESTAMP(9), l3 TIMESTAMP_LTZ(3), l9 TIMESTAMP_LTZ(9))
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_floats (k INT, f FLOAT, d DOUBLE) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_calls (k INT, s STRING, i INT, di INT, ds STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (s STRING, d DOUBLE) WITH ('connector' = 'parity-sink');

INSERT INTO snk_first
SELECT k, FIRST_VALUE(bo), FIRST_VALUE(ti), FIRST_VALUE(si), FIRST_VALUE(i), FIRST_VALUE(b), FIRST_VALUE(f), FIRST_VALUE(d), FIRST_VALUE(de), FIRST_VALUE(dw),
  FIRST_VALUE(ch), FIRST_VALUE(vc), FIRST_VALUE(s), FIRST_VALUE(bi), FIRST_VALUE(vb), FIRST_VALUE(da), FIRST_VALUE(tm), FIRST_VALUE(t3), FIRST_VALUE(t6),
  FIRST_VALUE(t9), FIRST_VALUE(l3), FIRST_VALUE(l9)
FROM src GROUP BY k;

INSERT INTO snk_last
SELECT k, LAST_VALUE(bo), LAST_VALUE(ti), LAST_VALUE(si), LAST_VALUE(i), LAST_VALUE(b), LAST_VALUE(f), LAST_VALUE(d), LAST_VALUE(de), LAST_VALUE(dw),
  LAST_VALUE(ch), LAST_VALUE(vc), LAST_VALUE(s), LAST_VALUE(bi), LAST_VALUE(vb), LAST_VALUE(da), LAST_VALUE(tm), LAST_VALUE(t3), LAST_VALUE(t6),
  LAST_VALUE(t9), LAST_VALUE(l3), LAST_VALUE(l9)
FROM src GROUP BY k;

-- Of these alone, NaN and a zero of the other sign decide what is emitted.
INSERT INTO snk_floats SELECT k, LAST_VALUE(f), FIRST_VALUE(d) FROM src GROUP BY k;

INSERT INTO snk_calls
SELECT k, FIRST_VALUE(s) FILTER (WHERE i > 0), LAST_VALUE(i) FILTER (WHERE bo), LAST_VALUE(DISTINCT i), FIRST_VALUE(DISTINCT s) FROM src GROUP BY k;

INSERT INTO snk_all SELECT LAST_VALUE(s), LAST_VALUE(d) FROM src;

/* data rows
+I[1, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I[1, true, 1, 2, 3, 4, 0.0, NaN, 1.50, 99999999999999999999999999999999999.999, 'abc', 'é', 'größe', X'00ff', X'', 2024-02-29, 12:34:56.789, 2024-02-29 00:00:00.001, 2024-02-29 00:00:00.000001, 2024-02-29 00:00:00.000000001, 2024-02-29T00:00:00.001Z, 2024-02-29T00:00:00.000000001Z]
+I[1, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I[1, false, -128, -32768, -2147483648, -9223372036854775808, -0.0, -0.0, -1.50, -0.001, '   ', '', '', X'ff00', X'0102030405060708', 0001-01-01, 00:00:00, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000000001Z]
+I[1, false, -128, -32768, -2147483648, -9223372036854775808, 0.0, 0.0, -1.50, -0.001, '   ', '', '', X'ff00', X'0102030405060708', 0001-01-01, 00:00:00, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000000001Z]
+I[2, true, 127, 32767, 2147483647, 9223372036854775807, NaN, 1.5, 99999999.99, 0.001, 'zzz', '😀', '日本 longer than seven', X'0000', X'00', 9999-12-31, 23:59:59.999, 9999-12-31 23:59:59.999, 9999-12-31 23:59:59.999999, 9999-12-31 23:59:59.999999999, 9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999999999Z]
+I[2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I[2, true, 127, 32767, 2147483647, 9223372036854775807, bits:7fc00001, 1.5, 99999999.99, 0.001, 'zzz', '😀', '日本 longer than seven', X'0000', X'00', 9999-12-31, 23:59:59.999, 9999-12-31 23:59:59.999, 9999-12-31 23:59:59.999999, 9999-12-31 23:59:59.999999999, 9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999999999Z]
+I[null, null, null, null, 7, null, null, null, null, null, null, null, 'x', null, null, null, null, null, null, null, null, null]
+I[null, true, null, null, 7, null, null, null, null, null, null, null, 'x', null, null, null, null, null, null, null, null, null]
+I[null, true, null, null, 8, null, null, null, null, null, null, null, 'y', null, null, null, null, null, null, null, null, null]
*/
