-- title: A filter without a projection, over many batches
-- routing: native
-- level: ordered
-- parallelism: 1, 2
-- object-reuse: false, true

CREATE TABLE src (id INT, v INT)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '500');

CREATE TABLE snk (id INT, v INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id, v
FROM src
WHERE MOD(v, 3) = 0;

/* data rows
+I[1, 37]
+I[2, 74]
+I[3, 10]
+I[4, 47]
+I[5, 84]
+I[6, 20]
+I[7, 57]
+I[8, 94]
+I[9, 30]
+I[10, 67]
+I[11, 3]
+I[12, 40]
+I[13, 77]
+I[14, 13]
+I[15, 50]
+I[16, 87]
+I[17, 23]
+I[18, 60]
+I[19, 97]
+I[20, 33]
+I[21, 70]
+I[22, 6]
+I[23, 43]
+I[24, 80]
+I[25, 16]
+I[26, 53]
+I[27, 90]
+I[28, 26]
+I[29, 63]
+I[30, 100]
+I[31, 36]
+I[32, 73]
+I[33, 9]
+I[34, 46]
+I[35, 83]
+I[36, 19]
+I[37, 56]
+I[38, 93]
+I[39, 29]
+I[40, 66]
*/
