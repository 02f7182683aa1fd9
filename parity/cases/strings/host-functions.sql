-- title: Functions without kernels
-- routing: host
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING, c STRING, d STRING, e STRING, f STRING, g STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  REVERSE(s),
  INITCAP(s),
  REPEAT(s, 2),
  MD5(s),
  TO_BASE64(s),
  OVERLAY(s PLACING 'x' FROM 1 FOR 1),
  REPLACE(s, 'a', 'é')
FROM src;

/* data rows
+I['abc def']
+I['😀é']
+I['']
+I[null]
*/
