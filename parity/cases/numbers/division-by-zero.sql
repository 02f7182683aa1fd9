-- title: Integer division by zero fails with the JVM's exception, after the rows in front of it
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (id INT, z INT) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, q INT) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, id / z FROM src;

/* data rows
+I[1, 1]
+I[2, 2]
+I[3, null]
+I[4, 0]
+I[5, 1]
*/
