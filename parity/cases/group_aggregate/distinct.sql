-- title: DISTINCT and FILTER on calls over the same and other columns
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 20

CREATE TABLE src (k INT, v INT, s STRING, b BIGINT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk (k INT, n BIGINT, dv BIGINT, dvf BIGINT, sv INT, ds BIGINT, dsf BIGINT, mb BIGINT)
WITH ('connector' = 'parity-sink');

CREATE TABLE snk_keys (k INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, COUNT(*), COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE b > 1), SUM(DISTINCT v),
  COUNT(DISTINCT s), COUNT(DISTINCT s) FILTER (WHERE v IS NULL OR b > 2), MAX(DISTINCT b)
FROM src GROUP BY k;

INSERT INTO snk_keys SELECT DISTINCT k, s FROM src;

/* data rows
+I[1, 1, 'a', 0]
+I[1, 1, 'a', 2]
+I[1, 2, 'b', 1]
+I[1, null, null, null]
+I[2, 2, 'größe longer than seven', 5]
+I[1, 2, 'a', 3]
+I[null, 1, '', 1]
+I[2, -2, 'größe longer than seven', 5]
+I[null, 1, null, 9]
*/
