-- title: The final table of a join that stays on Flink
-- routing: fallback OPERATOR_NOT_SUPPORTED
-- level: table

CREATE TABLE a (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'left');

CREATE TABLE b (k INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'right');

CREATE TABLE snk (k INT, v INT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT a.k, v, s FROM a LEFT JOIN b ON a.k = b.k;

/* data left
+I[1, 5]
+I[2, 20]
+I[2, 21]
*/

/* data right
+I[2, 'x']
+I[3, 'y']
*/
