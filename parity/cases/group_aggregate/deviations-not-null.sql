-- title: The sample variance of one NOT NULL value is NULL in a NOT NULL type; Flink's own code says what it becomes
-- routing: host
-- level: ordered
-- min-rows: 5

CREATE TABLE src (k INT, v INT NOT NULL, b BIGINT NOT NULL)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, vsamp INT NOT NULL, vsampb BIGINT NOT NULL) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, VAR_SAMP(v), VAR_SAMP(b) FROM src GROUP BY k;

/* data rows
+I[1, 0, 7]
+I[2, 5, 9223372036854775807]
+I[1, 4, 9]
+I[2, -5, 3]
+I[3, 2147483647, -1]
*/
