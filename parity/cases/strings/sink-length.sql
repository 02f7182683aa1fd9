-- title: The sink cuts and pads to its declared lengths
-- routing: native
-- level: ordered
-- splits: 2
-- set: table.exec.sink.type-length-enforcer = TRIM_PAD

CREATE TABLE src (id INT, s STRING, c CHAR(5))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, v VARCHAR(2), c CHAR(2))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, s, c
FROM src;

/* data rows
+I[1, 'abc', 'abcde']
+I[2, 'a', 'a    ']
+I[3, '', '😀éabc']
*/
