-- title: JSON_ARRAYAGG of values that Flink wrote as JSON, also taken back, with and without NULL
-- routing: host
-- level: ordered
-- min-rows: 20

CREATE TABLE src (k INT, s STRING, i INT, d DOUBLE, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, s STRING, sn STRING, i STRING, d STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, JSON_ARRAYAGG(s), JSON_ARRAYAGG(s NULL ON NULL), JSON_ARRAYAGG(i ABSENT ON NULL), JSON_ARRAYAGG(d NULL ON NULL)
FROM src GROUP BY k;

/* data rows
+I[1, null, null, null, null]
+I[1, 'a', 1, 1.5, true]
+I[1, 'say "größe"\n', 2, -0.0, true]
+I[1, 'null', null, 1.0E300, false]
+I[1, null, 1, null, true]
-D[1, 'a', 1, 1.5, true]
-D[1, 'never', 7, 7.5, true]
-U[1, null, null, null, null]
+U[1, '日本😀', -2147483648, 0.1, null]
+I[2, '', 0, 0.0, true]
+I[2, '', 0, 0.0, true]
-D[2, '', 0, 0.0, true]
-D[2, '', 0, 0.0, true]
+I[null, 'x', 5, null, true]
*/
