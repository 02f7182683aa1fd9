-- title: Results that did not change are emitted where state expires, by the option and by a hint in both directions
-- routing: native
-- level: ordered
-- min-rows: 30

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, m INT, n BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_forever (k INT, m INT, n BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_longer (k INT, m INT, n BIGINT) WITH ('connector' = 'parity-sink');

SET 'table.exec.state.ttl' = '1 h';

INSERT INTO snk SELECT k, MAX(v), COUNT(v) FROM src GROUP BY k;

INSERT INTO snk_forever SELECT /*+ STATE_TTL('src' = '0 s') */ k, MAX(v), COUNT(v) FROM src GROUP BY k;

INSERT INTO snk_longer SELECT /*+ STATE_TTL('src' = '2 h') */ k, MAX(v), COUNT(v) FROM src GROUP BY k;

/* data rows
+I[1, 5]
+I[1, null]
+I[2, null]
+I[2, null]
+I[1, 3]
+I[1, null]
+I[3, 7]
+I[2, 1]
+I[2, null]
+I[3, null]
*/
