-- title: ARRAY_AGG of distinct values, of which NULL is one, with filters and beside other calls over the same column
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 40

CREATE TABLE src (k INT, v INT, s STRING, t9 TIMESTAMP(9), b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk (k INT, v ARRAY<INT>, s ARRAY<STRING>, t9 ARRAY<TIMESTAMP(9)>, b ARRAY<BOOLEAN>) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_filtered (k INT, n BIGINT, v ARRAY<INT>, vf ARRAY<INT>, vi ARRAY<INT>, total INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, ARRAY_AGG(DISTINCT v), ARRAY_AGG(DISTINCT s), ARRAY_AGG(DISTINCT t9), ARRAY_AGG(DISTINCT b) FROM src GROUP BY k;

INSERT INTO snk_filtered
SELECT k, COUNT(DISTINCT v), ARRAY_AGG(DISTINCT v), ARRAY_AGG(DISTINCT v) FILTER (WHERE b), ARRAY_AGG(DISTINCT v IGNORE NULLS), SUM(DISTINCT v)
FROM src GROUP BY k;

/* data rows
+I[1, null, null, null, null]
+I[1, 1, 'a', 2024-02-29 00:00:00.000000001, true]
+I[1, 1, 'a', 2024-02-29 00:00:00.000000001, false]
+I[1, null, '', 2024-02-29 00:00:00.000000002, true]
+I[1, 2, null, null, false]
+I[1, 2, 'größe', null, true]
+I[1, null, 'größe', null, true]
+I[2, 0, 'x', null, null]
+I[2, null, 'longer than seven', null, true]
+I[2, 0, 'x', null, true]
+I[null, null, null, null, true]
+I[null, null, null, null, true]
*/
