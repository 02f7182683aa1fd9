-- title: FIRST_VALUE, LAST_VALUE and LISTAGG of many keys in batches of seven
-- routing: native
-- level: per-key k
-- parallelism: 1, 2
-- set: streamfusion.batch.size = 7
-- min-rows: 300

CREATE TABLE src (k BIGINT, s STRING, v BIGINT) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '30');

CREATE TABLE snk (k BIGINT, fs STRING, ls STRING, lv BIGINT, l STRING, lw STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, FIRST_VALUE(s), LAST_VALUE(s), LAST_VALUE(v), LISTAGG(s), LISTAGG(s, ' ➜ ') FROM src GROUP BY k;

/* data rows
+I[1, 'a', 1]
+I[2, 'größe', 2]
+I[3, null, 3]
+I[2, '', null]
+I[-6, 'x', 6]
+I[7, 'longer than seven', 7]
+I[7, 'y', 8]
+I[100000000000, '日本', 8]
+I[null, 'z', 8]
*/
