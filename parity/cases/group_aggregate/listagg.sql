-- title: LISTAGG with and without a separator, over NULLs, empty texts and bytes that are no UTF-8
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 30

CREATE TABLE src (k INT, s STRING, ch CHAR(3), vc VARCHAR(4), b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk (k INT, plain STRING, comma STRING, wide STRING, nothing STRING, chars STRING, varchars STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_calls (k INT, filtered STRING, known STRING, n BIGINT) WITH ('connector' = 'parity-sink');

-- An empty text behind an empty separator changes nothing.
CREATE TABLE snk_nothing (k INT, nothing STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, LISTAGG(s), LISTAGG(s, ','), LISTAGG(s, ' – '), LISTAGG(s, ''), LISTAGG(ch, ';'), LISTAGG(vc) FROM src GROUP BY k;

INSERT INTO snk_calls SELECT k, LISTAGG(s, '/') FILTER (WHERE b), LISTAGG(DISTINCT s), COUNT(*) FROM src GROUP BY k;

INSERT INTO snk_nothing SELECT k, LISTAGG(s, '') FROM src GROUP BY k;

INSERT INTO snk_all SELECT LISTAGG(s, '|') FROM src;

/* data rows
+I[1, null, null, null, null]
+I[1, '', '   ', '', true]
+I[1, '', '   ', '', false]
+I[1, 'größe', 'abc', 'é', true]
+I[1, null, null, null, true]
+I[2, '日本 longer than seven', 'zzz', '😀', false]
+I[2, 'a,b', 'a,b', ',', true]
+I[2, '\xff\xfe', '\xffbc', '\xff', true]
+I[null, 'x', 'x  ', 'x', null]
*/
