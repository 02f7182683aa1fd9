-- title: Keys of one column: NaNs of other bits, the two zeros, NULL, padding, the last nanosecond
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- set: streamfusion.batch.size = 8
-- min-rows: 100

CREATE TABLE src (
  f FLOAT, d DOUBLE, bo BOOLEAN, de DECIMAL(10, 2), dw DECIMAL(38, 3), ch CHAR(3), vc VARCHAR(5), bi BINARY(2), vb VARBINARY(9), da DATE, tm TIME(3), t0 TIMESTAMP(0),
  t6 TIMESTAMP(6), t9 TIMESTAMP(9), l0 TIMESTAMP_LTZ(0), l6 TIMESTAMP_LTZ(6), l9 TIMESTAMP_LTZ(9))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk_f (f FLOAT, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_d (d DOUBLE, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_bo (bo BOOLEAN, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_de (de DECIMAL(10, 2), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_dw (dw DECIMAL(38, 3), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_ch (ch CHAR(3), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_vc (vc VARCHAR(5), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_bi (bi BINARY(2), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_vb (vb VARBINARY(9), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_da (da DATE, n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_tm (tm TIME(3), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_t0 (t0 TIMESTAMP(0), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_t6 (t6 TIMESTAMP(6), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_t9 (t9 TIMESTAMP(9), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_l0 (l0 TIMESTAMP_LTZ(0), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_l6 (l6 TIMESTAMP_LTZ(6), n BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_l9 (l9 TIMESTAMP_LTZ(9), n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_f SELECT f, COUNT(*) FROM src GROUP BY f;
INSERT INTO snk_d SELECT d, COUNT(*) FROM src GROUP BY d;
INSERT INTO snk_bo SELECT bo, COUNT(*) FROM src GROUP BY bo;
INSERT INTO snk_de SELECT de, COUNT(*) FROM src GROUP BY de;
INSERT INTO snk_dw SELECT dw, COUNT(*) FROM src GROUP BY dw;
INSERT INTO snk_ch SELECT ch, COUNT(*) FROM src GROUP BY ch;
INSERT INTO snk_vc SELECT vc, COUNT(*) FROM src GROUP BY vc;
INSERT INTO snk_bi SELECT bi, COUNT(*) FROM src GROUP BY bi;
INSERT INTO snk_vb SELECT vb, COUNT(*) FROM src GROUP BY vb;
INSERT INTO snk_da SELECT da, COUNT(*) FROM src GROUP BY da;
INSERT INTO snk_tm SELECT tm, COUNT(*) FROM src GROUP BY tm;
INSERT INTO snk_t0 SELECT t0, COUNT(*) FROM src GROUP BY t0;
INSERT INTO snk_t6 SELECT t6, COUNT(*) FROM src GROUP BY t6;
INSERT INTO snk_t9 SELECT t9, COUNT(*) FROM src GROUP BY t9;
INSERT INTO snk_l0 SELECT l0, COUNT(*) FROM src GROUP BY l0;
INSERT INTO snk_l6 SELECT l6, COUNT(*) FROM src GROUP BY l6;
INSERT INTO snk_l9 SELECT l9, COUNT(*) FROM src GROUP BY l9;

/* data rows
+I[0.0, 0.0, true, 0.00, 0.000, 'a  ', 'a', X'0000', X'', 1970-01-01, 00:00:00, 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z]
+I[-0.0, -0.0, false, -0.01, -0.001, 'a', 'a ', X'0001', X'00', 1969-12-31, 00:00:00.001, 1969-12-31 23:59:59, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 1969-12-31T23:59:59Z, 1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999999Z]
+I[NaN, NaN, null, 0.01, 0.001, 'é  ', 'é', X'ff00', X'0000', 1970-01-02, 23:59:59.999, 1970-01-01 00:00:01, 1970-01-01 00:00:00.000001, 1970-01-01 00:00:00.000000001, 1970-01-01T00:00:01Z, 1970-01-01T00:00:00.000001Z, 1970-01-01T00:00:00.000000001Z]
+I[bits:7fc00001, bits:7ff8000000000001, true, 99999999.99, 99999999999999999999999999999999999.999, '   ', '', X'ffff', X'0102030405060708', 9999-12-31, 12:34:56.789, 9999-12-31 23:59:59, 9999-12-31 23:59:59.999999, 9999-12-31 23:59:59.999999999, 9999-12-31T23:59:59Z, 9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999999Z]
+I[null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I[1.0E-45, 4.9E-324, false, -99999999.99, -99999999999999999999999999999999999.999, '😀', '😀', X'00ff', X'010203040506070809', 0001-01-01, 12:34:56, 0001-01-01 00:00:00, 0001-01-01 00:00:00, 0001-01-01 00:00:00, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z]
+I[bits:ffc00000, bits:fff8000000000000, true, 0.00, 0.000, '\xff  ', '\xff', X'0000', X'', 1970-01-01, 00:00:00, 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z]
*/
