-- title: A second value is one too many for SINGLE_VALUE; the rows in front of it leave
-- routing: native
-- level: failure org.apache.flink.table.api.TableRuntimeException
-- min-rows: 4

CREATE TABLE src (k INT, v INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, v INT, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(*), SINGLE_VALUE(v), SINGLE_VALUE(s) FROM src GROUP BY k;

/* data rows
+I[1, 1, 'a']
+I[2, null, null]
-D[1, 1, 'a']
+I[1, null, 'b']
+I[3, 0, '']
+I[4, 5, 'c']
+I[2, 0, 'd']
+I[1, 0, 'e']
+I[5, 1, 'f']
*/
