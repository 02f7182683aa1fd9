-- title: Keys of every flat type go to Flink's subtask and are told apart as Flink does
-- routing: native
-- level: per-key label
-- parallelism: 1, 2
-- min-rows: 30

CREATE TABLE src (
  label STRING, bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2), dw DECIMAL(38, 3),
  c CHAR(3), s STRING, vb VARBINARY(9), da DATE, ti3 TIME(3), ts TIMESTAMP(3), ts6 TIMESTAMP(6), ltz TIMESTAMP_LTZ(3)
) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '5');

CREATE TABLE snk (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT label, COUNT(*) FROM src
GROUP BY label, bo, ti, si, i, b, f, d, de, dw, c, s, vb, da, ti3, ts, ts6, ltz;

/* data rows
+I['one', true, 1, 2, 3, 4, 1.5, -0.0, 1.50, 99999999999999999999999999999999999.999, 'abc', 'größe', X'00ff', 2024-01-31, 12:34:56.789, 2024-01-31 12:34:56.123, 2024-01-31 12:34:56.123456, 2024-01-31T12:34:56.123Z]
+I['nulls', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I['old', false, -128, -32768, -2147483648, -9223372036854775808, NaN, NaN, -1.50, -0.001, '   ', '', X'', 0001-01-01, 00:00:00, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 0001-01-01T00:00:00Z]
+I['nan', false, 0, 0, 0, 0, bits:7fc00001, bits:7ff8000000000001, 0.00, 0.000, 'x', 'longer than seven', X'0102030405060708', 9999-12-31, 23:59:59.999, 9999-12-31 23:59:59.999, 9999-12-31 23:59:59.999999, 9999-12-31T23:59:59.999Z]
*/
