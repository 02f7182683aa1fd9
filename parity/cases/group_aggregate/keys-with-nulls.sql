-- title: NULLs of types with a part of their own lie in keys as in Flink's, so that they go to its subtask
-- routing: native
-- level: per-key label
-- parallelism: 2
-- min-rows: 60

CREATE TABLE src (label STRING, dw DECIMAL(38, 3), dc DECIMAL(18, 2), ts6 TIMESTAMP(6), ts9 TIMESTAMP(9), ltz9 TIMESTAMP_LTZ(9), ts TIMESTAMP(3))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '5');

CREATE TABLE snk (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_one (label STRING, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT label, COUNT(*) FROM src GROUP BY label, dw, dc, ts6, ts9, ltz9, ts;

INSERT INTO snk_one SELECT label, COUNT(*) FROM src GROUP BY label, ts6;

/* data rows
+I['a', null, null, null, null, null, null]
+I['b', 1.000, null, null, null, null, null]
+I['c', null, 1.00, null, null, null, null]
+I['d', null, null, 2024-01-31 12:34:56.123456, null, null, null]
+I['e', null, null, null, 2024-01-31 12:34:56.123456789, null, null]
+I['f', null, null, null, null, 2024-01-31T12:34:56.123456789Z, null]
+I['g', null, null, null, null, null, 2024-01-31 12:34:56.123]
+I['h, longer than seven', null, 1.00, 1969-12-31 23:59:59.999999, null, 0001-01-01T00:00:00Z, null]
*/
