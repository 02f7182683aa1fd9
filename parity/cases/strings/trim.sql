-- title: Trimming blanks and sets of characters
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING, c STRING, d STRING, e STRING, f STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  TRIM(s),
  LTRIM(s),
  RTRIM(s),
  TRIM(LEADING 'x' FROM s),
  TRIM(TRAILING 'x' FROM s),
  TRIM(BOTH 'xy' FROM s)
FROM src;

/* data rows
+I[' a ']
+I['xax']
+I['yxaxy']
+I['']
+I['  ']
+I[null]
+I['\t a']
+I['é ']
*/
