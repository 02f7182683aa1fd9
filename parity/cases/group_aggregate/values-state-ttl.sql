-- title: DISTINCT, MIN and MAX where state expires, over inserted rows and over rows that are taken back
-- routing: native
-- level: ordered
-- set: table.exec.state.ttl = 1 h
-- min-rows: 40

CREATE TABLE src (k INT, v INT, s STRING, b BOOLEAN) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE changed (k INT, v INT, s STRING, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'changes', 'changes' = 'retract');

CREATE TABLE snk (k INT, dv BIGINT, dvf BIGINT, xs STRING, ds BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_changed (k INT, dv BIGINT, dvf BIGINT, xs STRING, nv INT, ds BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_hint (k INT, dv BIGINT, nv INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE b), MAX(s), COUNT(DISTINCT s) FROM src GROUP BY k;

INSERT INTO snk_changed
SELECT k, COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE b), MAX(s), MIN(v), COUNT(DISTINCT s) FROM changed GROUP BY k;

INSERT INTO snk_hint
SELECT /*+ STATE_TTL('changed' = '0 s') */ k, COUNT(DISTINCT v), MIN(v) FROM changed GROUP BY k;

/* data rows
+I[1, 5, 'a', true]
+I[1, 5, 'b', false]
+I[1, null, null, null]
+I[2, 5, 'a', false]
+I[2, 5, 'a', true]
+I[1, 6, 'a', true]
+I[2, 5, 'a', true]
*/

/* data changes
+I[1, 5, 'a', true]
+I[1, 5, 'b', false]
+I[1, null, null, null]
-D[1, 5, 'b', false]
+I[2, 5, 'a', false]
-D[2, 9, 'z', true]
+I[1, 3, 'c', true]
-U[1, 3, 'c', true]
+U[1, 4, 'd', true]
+I[2, 9, 'z', true]
+I[2, 9, 'z', true]
-D[1, 5, 'a', true]
-D[2, 9, 'z', true]
-D[2, 5, 'a', false]
*/
