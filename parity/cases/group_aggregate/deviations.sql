-- title: Standard deviations and variances, which Flink plans as sums; POWER is the host's
-- routing: host
-- level: ordered
-- min-rows: 30

CREATE TABLE src (k INT, i INT, b BIGINT, d DOUBLE, de DECIMAL(10,2))
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk_d (k INT, pop DOUBLE, samp DOUBLE, vpop DOUBLE, vsamp DOUBLE) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_b (k INT, pop BIGINT, samp BIGINT, vpop BIGINT, vsamp BIGINT) WITH ('connector' = 'parity-sink');
CREATE TABLE snk_i (k INT, pop INT, vsamp INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk_d SELECT k, STDDEV_POP(d), STDDEV_SAMP(d), VAR_POP(d), VAR_SAMP(d) FROM src GROUP BY k;
INSERT INTO snk_b SELECT k, STDDEV_POP(b), STDDEV_SAMP(b), VAR_POP(b), VAR_SAMP(b) FROM src GROUP BY k;
INSERT INTO snk_i SELECT k, STDDEV_POP(i), VAR_SAMP(i) FROM src GROUP BY k;

/* data rows
+I[1, 1, 10, 0.1, 1.00]
+I[1, 2, 20, 0.2, 2.50]
+I[1, 4, 40, 0.7, -1.25]
+I[2, null, null, null, null]
+I[2, 5, 5, -0.0, 0.00]
+I[2, 5, 5, 0.0, 0.00]
+I[3, 1000000, 9223372036854775807, 1.0E200, 99999999.99]
+I[3, -1000000, 3, 1.0, -99999999.99]
+I[4, 3, 3, 2.5, 0.01]
*/
