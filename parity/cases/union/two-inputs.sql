-- title: UNION ALL of two filtered inputs; the order between them is free, within each it is not
-- routing: native
-- level: per-key origin
-- parallelism: 1, 2

CREATE TABLE a (id INT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'left', 'repeat' = '300');

CREATE TABLE b (id BIGINT, s STRING) WITH ('connector' = 'parity-source', 'data' = 'right', 'repeat' = '300');

CREATE TABLE snk (origin STRING, id BIGINT, s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT 'a', id, s FROM a WHERE id > 0
UNION ALL
SELECT 'b', id + 1, s FROM b;

/* data left
+I[1, 'x']
+I[-1, 'dropped']
1: +I[3, null]
+I[2, 'é']
*/

/* data right
+I[1, 'x']
1: +I[null, 'y']
+I[9223372036854775807, 'z']
*/
