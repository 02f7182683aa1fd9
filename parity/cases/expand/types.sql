-- title: Every flat type is NULL in a coarser set; the keys of the copies go to Flink's subtask
-- routing: native
-- level: per-key label, g
-- parallelism: 1, 2
-- min-rows: 30

CREATE TABLE src (
  label STRING, bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2), dw DECIMAL(38, 3),
  c CHAR(3), vb VARBINARY(9), da DATE, ti3 TIME(3), ts TIMESTAMP(3), ts6 TIMESTAMP(6), ts9 TIMESTAMP(9), ltz TIMESTAMP_LTZ(3)
) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '3');

CREATE TABLE snk (label STRING, g BIGINT, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT label, GROUPING(bo), COUNT(*) FROM src
GROUP BY GROUPING SETS (
  (label), (label, bo, ti, si, i, b, f, d, de, dw, c, vb, da, ti3, ts, ts6, ts9, ltz), (label, ts9, dw), (label, c, vb, ltz));

/* data rows
+I['one', true, 1, 2, 3, 4, 1.5, -0.0, 1.50, 99999999999999999999999999999999999.999, 'abc', X'00ff', 2024-01-31, 12:34:56.789, 2024-01-31 12:34:56.123, 2024-01-31 12:34:56.123456, 2024-01-31 12:34:56.123456789, 2024-01-31T12:34:56.123Z]
+I['nulls', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
+I['old', false, -128, -32768, -2147483648, -9223372036854775808, NaN, NaN, -1.50, -0.001, '   ', X'', 0001-01-01, 00:00:00, 1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31 23:59:59.999999999, 0001-01-01T00:00:00Z]
*/
