-- title: ARRAY_AGG of values that only come, binaries too, and with state that expires
-- routing: native
-- level: per-key k
-- parallelism: 1, 2
-- set: table.exec.state.ttl = 1 d
-- min-rows: 25

CREATE TABLE src (k INT, vb VARBINARY(9), bi BINARY(2), s STRING, i INT NOT NULL)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '3');

CREATE TABLE snk (k INT, vb ARRAY<VARBINARY(9)>, bi ARRAY<BINARY(2)>, s ARRAY<STRING>, i ARRAY<INT NOT NULL>) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, ARRAY_AGG(vb), ARRAY_AGG(bi IGNORE NULLS), ARRAY_AGG(s) FILTER (WHERE i > 1), ARRAY_AGG(i) FROM src GROUP BY k;

/* data rows
+I[1, X'', X'00ff', 'größe', 1]
+I[1, null, null, null, 2]
+I[2, X'0102030405060708', X'ff00', '', -1]
+I[null, X'00', X'0000', '日本 longer than seven', 3]
+I[2, null, X'ff00', null, 2147483647]
*/
