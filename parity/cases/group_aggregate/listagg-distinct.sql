-- title: LISTAGG of distinct texts, of which NULL is one, with separators; with filters, and beside other calls over the same columns
-- routing: native
-- level: ordered
-- object-reuse: false, true
-- min-rows: 40

CREATE TABLE src (k INT, s STRING, sep STRING, ch CHAR(3), b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'repeat' = '2');

CREATE TABLE snk (k INT, wide STRING, nothing STRING, chars STRING, comma STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_separated (k INT, n BIGINT, separated STRING, filtered STRING, turned STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_nothing (k INT, nothing STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (s STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT k, LISTAGG(DISTINCT s, ' – '), LISTAGG(DISTINCT s, ''), LISTAGG(DISTINCT ch, ';'), LISTAGG(DISTINCT s) FROM src GROUP BY k;

INSERT INTO snk_separated
SELECT k, COUNT(DISTINCT s), LISTAGG(DISTINCT s, ', '), LISTAGG(DISTINCT s, ', ') FILTER (WHERE b), LISTAGG(DISTINCT sep, '; ') FROM src GROUP BY k;

INSERT INTO snk_nothing SELECT k, LISTAGG(DISTINCT s, '') FROM src GROUP BY k;

INSERT INTO snk_all SELECT LISTAGG(DISTINCT s, '|') FROM src;

/* data rows
+I[1, null, null, null, null]
+I[1, 'a', ',', 'abc', true]
+I[1, 'a', ',', 'abc', false]
+I[1, 'a', ';', 'ab ', true]
+I[1, '', ';', '   ', null]
+I[1, null, ';', null, true]
+I[1, 'größe', ' – ', 'é  ', false]
+I[1, 'größe', ' – ', 'é  ', true]
+I[1, 'b', null, 'abc', true]
+I[1, 'b', null, 'abc', true]
+I[1, 'c', '', 'abc', true]
+I[2, 'longer than seven', 'a separator that is long', 'zzz', false]
+I[2, 'longer than seven', 'a separator that is longer', 'zzz', true]
+I[2, 'longer than seven', 'a separator that is long', '😀', true]
+I[null, 'x', 'y', 'x  ', true]
+I[null, 'y', 'x', 'x  ', true]
*/
