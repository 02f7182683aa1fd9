-- title: LISTAGG of distinct texts with separators that are taken back
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 30

CREATE TABLE src (k INT, s STRING, sep STRING, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, wide STRING, separated STRING, filtered STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (n BIGINT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, LISTAGG(DISTINCT s, ' – '), LISTAGG(DISTINCT s, ', '), LISTAGG(DISTINCT s, ', ') FILTER (WHERE b) FROM src GROUP BY k;

INSERT INTO snk_all SELECT COUNT(DISTINCT s), LISTAGG(DISTINCT s, '|') FROM src;

/* data rows
+I[1, null, null, null]
+I[1, 'a', ',', true]
+I[1, 'a', ',', false]
+I[1, 'a', ';', true]
+I[1, 'größe', ',', false]
-D[1, 'a', ',', true]
-D[1, 'a', ',', false]
# Not there: it counts when it comes for the second time.
-D[1, 'never', ',', true]
+I[1, 'never', ',', true]
+I[1, 'never', ',', true]
-U[1, 'a', ';', true]
+U[1, '', null, true]
+I[1, ',', ',', true]
-D[1, '', null, true]
-D[1, null, null, null]
+I[2, '', '', true]
+I[2, '', '', null]
-D[2, '', '', true]
-D[2, '', '', null]
+I[2, 'x', 'y', true]
-D[2, 'y', 'x', true]
+I[null, null, ',', true]
+I[null, 'x', null, true]
-D[null, null, ',', true]
*/
