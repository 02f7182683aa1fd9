-- title: The same, where the sink drops such rows
-- routing: native
-- level: ordered
-- splits: 2
-- set: table.exec.sink.not-null-enforcer = DROP

CREATE TABLE src (id INT NOT NULL, a DECIMAL(38,3) NOT NULL, b DECIMAL(38,3) NOT NULL)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT NOT NULL, s DECIMAL(38,3) NOT NULL)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, a + b
FROM src;

/* data rows
+I[1, 1.000, 2.000]
+I[2, 99999999999999999999999999999999999.999, 99999999999999999999999999999999999.999]
+I[3, 1.000, -2.000]
*/
