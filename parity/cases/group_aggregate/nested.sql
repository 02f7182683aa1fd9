-- title: An aggregate of an aggregate, keyless in between, with HAVING and a filter
-- routing: native
-- level: ordered
-- min-rows: 20

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '4');

CREATE TABLE snk_histogram (n BIGINT, m BIGINT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_having (k INT, s INT) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_total (total BIGINT, m BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_histogram SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM src GROUP BY k) GROUP BY n;

INSERT INTO snk_having SELECT k, SUM(v) FILTER (WHERE v > 1) FROM src GROUP BY k HAVING COUNT(*) > 2;

INSERT INTO snk_total SELECT n, COUNT(*) FROM (SELECT COUNT(*) AS n FROM src) GROUP BY n;

/* data rows
+I[1, 1]
+I[1, 2]
+I[2, 3]
+I[null, null]
+I[3, -3]
*/
