-- title: Results do not depend on the batch size: 7
-- routing: native
-- level: ordered
-- splits: 2
-- set: streamfusion.batch.size = 7

CREATE TABLE src (id INT, s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '20');

CREATE TABLE snk (id INT, s STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id * 2, s || '!'
FROM src
WHERE MOD(id, 4) <> 1;

/* data rows
+I[1, 'text 1']
+I[2, 'text 2']
+I[3, 'text 3']
+I[4, 'text 4']
+I[5, 'text 5']
+I[6, 'text 6']
+I[7, 'text 7']
+I[8, 'text 8']
+I[9, 'text 9']
+I[10, 'text 10']
+I[11, 'text 11']
+I[12, 'text 12']
+I[13, 'text 13']
+I[14, 'text 14']
+I[15, 'text 15']
+I[16, 'text 16']
+I[17, 'text 17']
+I[18, 'text 18']
+I[19, 'text 19']
+I[20, 'text 20']
+I[21, 'text 21']
+I[22, 'text 22']
+I[23, 'text 23']
+I[24, 'text 24']
+I[25, 'text 25']
+I[26, 'text 26']
+I[27, 'text 27']
+I[28, 'text 28']
+I[29, 'text 29']
+I[30, 'text 30']
*/
