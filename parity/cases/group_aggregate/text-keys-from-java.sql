-- title: Text that enters as Java strings has the same keys
-- routing: native
-- level: per-key k
-- parallelism: 2

CREATE TABLE src (k STRING, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows', 'text' = 'java', 'rows' = 'mixed', 'repeat' = '10');

CREATE TABLE snk (k STRING, n BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, COUNT(v) FROM src GROUP BY k;

/* data rows
+I['a', 1]
+I['größe', 2]
+I['größe', null]
1: +I['😀 longer than seven', 3]
1: +I['😀 longer than seven', 4]
*/
