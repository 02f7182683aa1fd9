-- title: A query that shares an aggregate with one that stays on Flink stays there with it
-- routing: fallback SHARED_WITH_FALLBACK
-- level: table
-- min-rows: 6

CREATE TABLE src (k INT, v INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TEMPORARY VIEW counts AS SELECT k, COUNT(v) AS n FROM src GROUP BY k;

CREATE TABLE plus_one (k INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'parity-sink');

CREATE TABLE keys_by_count (k BIGINT, n INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'parity-sink');

INSERT INTO plus_one SELECT k, n + 1 FROM counts;

INSERT INTO keys_by_count SELECT n, CARDINALITY(ARRAY_AGG(ARRAY[k])) FROM counts GROUP BY n;

/* data rows
+I[1, 5]
+I[2, null]
+I[1, 6]
+I[3, 7]
*/
