-- title: NULL is no key of a JSON_OBJECTAGG; the rows in front of it leave
-- routing: host
-- level: failure org.apache.flink.table.api.TableRuntimeException
-- min-rows: 2

CREATE TABLE src (k INT, s STRING, i INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, i STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, JSON_OBJECTAGG(KEY s VALUE i ABSENT ON NULL) FROM src GROUP BY k;

/* data rows
+I[1, 'a', 1]
+I[2, 'b', 1]
+I[1, null, null]
+I[3, 'c', 3]
*/
