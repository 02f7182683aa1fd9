-- title: $SUM0 beyond 38 digits
-- routing: native
-- level: ordered
-- min-rows: 4

CREATE TABLE src (k INT, w DECIMAL(38,3)) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, a DECIMAL(38,6), s DECIMAL(38,3), c BIGINT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, AVG(w), SUM(w), COUNT(w) FROM src GROUP BY k;

/* data rows
+I[1, 99999999999999999999999999999999999.999]
+I[1, 1.000]
+I[1, 2.000]
+I[2, -5.000]
+I[2, null]
+I[2, 6.125]
*/
