-- title: A key that is there already is one too many for JSON_OBJECTAGG, also if it is not shown; the rows in front of it leave
-- routing: host
-- level: failure org.apache.flink.table.api.TableException
-- min-rows: 5

CREATE TABLE src (k INT, s STRING NOT NULL, i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, i STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(*), JSON_OBJECTAGG(KEY s VALUE i NULL ON NULL) FROM src GROUP BY k;

/* data rows
+I[1, 'größe', 1]
+I[2, 'größe', 1]
-D[1, 'größe', 1]
+I[1, 'größe', null]
+I[1, 'b', 2]
+I[1, 'größe', 3]
+I[3, 'c', 3]
*/
