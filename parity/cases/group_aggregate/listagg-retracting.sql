-- title: LISTAGG takes back the first equal text; empty texts, NULLs and texts that never came
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 30

CREATE TABLE src (k INT, s STRING, ch CHAR(3), b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, plain STRING, wide STRING, chars STRING, filtered STRING) WITH ('connector' = 'parity-sink');

-- An empty text behind an empty separator changes nothing.
CREATE TABLE snk_nothing (k INT, nothing STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, LISTAGG(s), LISTAGG(s, ' – '), LISTAGG(ch, ';'), LISTAGG(s, '/') FILTER (WHERE b) FROM src GROUP BY k;

INSERT INTO snk_nothing SELECT k, LISTAGG(s, '') FROM src GROUP BY k;

INSERT INTO snk_all SELECT LISTAGG(s, '|') FROM src;

/* data rows
+I[1, null, null, null]
+I[1, 'a', '   ', true]
+I[1, '', '   ', true]
+I[1, 'größe', 'abc', false]
+I[1, 'a', 'abc', true]
-D[1, 'a', '   ', true]
-D[1, 'never', 'was', true]
-U[1, '', '   ', true]
+U[1, '日本 longer than seven', 'x  ', true]
+I[2, '', '', null]
+I[2, '', '', true]
-D[2, '', '', true]
-D[2, '', '', null]
+I[2, '\xff\xfe', '\xffbc', true]
-D[1, null, null, null]
-D[1, 'a', 'abc', true]
+I[null, 'x', 'x  ', null]
-D[null, 'x', 'x  ', null]
+I[1, ',', ',,,', false]
*/
