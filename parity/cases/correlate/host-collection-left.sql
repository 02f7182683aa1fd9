-- title: A left join with a collection that the host computes, over a changelog
-- routing: host
-- level: ordered
-- splits: 2
-- min-rows: 6

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (e STRING, id INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT e, id
FROM src LEFT JOIN UNNEST(SPLIT(s, ',')) AS x (e) ON TRUE;

/* data rows
+I[1, 'a,b']
+I[2, null]
-U[1, 'a,b']
+U[1, 'b,ü']
-D[2, null]
*/
