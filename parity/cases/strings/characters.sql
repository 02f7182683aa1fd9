-- title: Lengths and positions count code points
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (n INT, a STRING, b STRING, c STRING, d STRING, e INT)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  CHAR_LENGTH(s),
  SUBSTRING(s, 2),
  SUBSTRING(s FROM 1 FOR 1),
  LEFT(s, 1),
  RIGHT(s, 1),
  POSITION('a' IN s)
FROM src;

/* data rows
+I['😀a']
+I['é']
+I['']
+I['abc']
+I[null]
+I['日本語テキスト']
*/
