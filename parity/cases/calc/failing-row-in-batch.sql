-- title: A failure in the middle of a batch: the rows in front of it leave
-- routing: native
-- level: failure java.lang.ArithmeticException

CREATE TABLE src (id INT, z INT)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, q INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, 10 / z
FROM src;

/* data rows
+I[1, 1]
+I[2, 1]
+I[3, 1]
+I[4, 1]
+I[5, 1]
+I[6, 1]
+I[7, 1]
+I[8, 1]
+I[9, 1]
+I[10, 1]
+I[11, 1]
+I[12, 1]
+I[13, 1]
+I[14, 1]
+I[15, 1]
+I[16, 1]
+I[17, 1]
+I[18, 1]
+I[19, 1]
+I[20, 1]
+I[21, 1]
+I[22, 1]
+I[23, 1]
+I[24, 1]
+I[25, 1]
+I[26, 1]
+I[27, 1]
+I[28, 1]
+I[29, 1]
+I[30, 1]
+I[31, 1]
+I[32, 1]
+I[33, 1]
+I[34, 1]
+I[35, 1]
+I[36, 1]
+I[37, 0]
+I[38, 1]
+I[39, 1]
+I[40, 1]
+I[41, 1]
+I[42, 1]
+I[43, 1]
+I[44, 1]
+I[45, 1]
+I[46, 1]
+I[47, 1]
+I[48, 1]
+I[49, 1]
*/
