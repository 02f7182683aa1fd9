-- title: LIKE without ESCAPE: backslash is ordinary, _ is no line break
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  a BOOLEAN,
  b BOOLEAN,
  c BOOLEAN,
  d BOOLEAN,
  e BOOLEAN,
  f BOOLEAN,
  g BOOLEAN,
  h BOOLEAN,
  i BOOLEAN
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  s LIKE 'a_b',
  s LIKE 'a%b',
  s LIKE 'a\_b',
  s LIKE '%b',
  s LIKE 'a%',
  s LIKE '%',
  s LIKE 'ab',
  s NOT LIKE '%é%',
  s LIKE ''
FROM src;

/* data rows
+I['a\nb']
+I['a\\xb']
+I['ab']
+I['axb']
+I['a😀b']
+I['é']
+I['']
+I[null]
+I['a_b']
*/
