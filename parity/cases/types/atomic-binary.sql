-- title: Every atomic type through both edges, rows in binary form
-- routing: native
-- level: ordered
-- splits: 2
-- object-reuse: false, true
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (
  id INT,
  bo BOOLEAN,
  ti TINYINT,
  si SMALLINT,
  bi BIGINT,
  f FLOAT,
  d DOUBLE,
  de DECIMAL(10,3),
  dl DECIMAL(38,18),
  c CHAR(3),
  v VARCHAR(10),
  s STRING,
  b BINARY(2),
  vb VARBINARY(5),
  by1 BYTES,
  da DATE,
  tm TIME(3),
  t0 TIMESTAMP(0),
  t3 TIMESTAMP(3),
  t6 TIMESTAMP(6),
  t9 TIMESTAMP(9),
  l3 TIMESTAMP_LTZ(3),
  l9 TIMESTAMP_LTZ(9)
)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'rows' = 'binary');

CREATE TABLE snk (
  id INT,
  bo BOOLEAN,
  ti TINYINT,
  si SMALLINT,
  bi BIGINT,
  f FLOAT,
  d DOUBLE,
  de DECIMAL(10,3),
  dl DECIMAL(38,18),
  c CHAR(3),
  v VARCHAR(10),
  s STRING,
  b BINARY(2),
  vb VARBINARY(5),
  by1 BYTES,
  da DATE,
  tm TIME(3),
  t0 TIMESTAMP(0),
  t3 TIMESTAMP(3),
  t6 TIMESTAMP(6),
  t9 TIMESTAMP(9),
  l3 TIMESTAMP_LTZ(3),
  l9 TIMESTAMP_LTZ(9)
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, bo, ti, si, bi, f, d, de, dl, c, v, s, b, vb, by1, da, tm, t0, t3, t6, t9, l3, l9
FROM src;

/* data rows
+I[1, true, 127, 32767, 9223372036854775807, 3.4028235E38, 1.7976931348623157E308, 9999999.999, 99999999999999999999.999999999999999999, 'abc', 'é😀', 'text', X'0102', X'00ff', X'ff', 9999-12-31, 23:59:59.999, 9999-12-31 23:59:59, 9999-12-31 23:59:59.999, 9999-12-31 23:59:59.999999, 9999-12-31 23:59:59.999999999, 9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999999999Z]
+I[2, false, -128, -32768, -9223372036854775808, -0.0, -0.0, -9999999.999, -99999999999999999999.999999999999999999, '   ', '', '', X'0000', X'', X'', 0001-01-01, 00:00:00, 0001-01-01 00:00:00, 0001-01-01 00:00:00, 0001-01-01 00:00:00, 0001-01-01 00:00:00.000000001, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z]
+I[3, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I[4, true, 0, 0, 0, bits:7fc00001, bits:7ff8000000000001, 0.000, 0.000000000000000001, 'x  ', 'a longer ', 'a text of more than one hundred bytes so that it cannot sit in the fixed part of a row, whatever that part holds, é😀', X'ffff', X'0102030405', X'00', 1969-12-31, 12:34:56.789, 1969-12-31 23:59:59, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 1969-12-31T23:59:59.999Z, 1969-12-31T23:59:59.999999999Z]
+I[5, null, 1, null, 2, NaN, null, 1.500, null, 'abc', null, 'x', null, X'01', null, 2024-02-29, null, 2024-02-29 00:00:00, null, 2024-02-29 00:00:00.000001, null, 2024-02-29T00:00:00Z, null]
*/
