-- title: JSON_OBJECTAGG has its keys in the order of Java's strings, takes them back whatever their value is, with and without NULL
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- min-rows: 50

CREATE TABLE src (k INT, s STRING NOT NULL, ch CHAR(3) NOT NULL, i INT, d DOUBLE, t STRING, b BOOLEAN)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (k INT, n BIGINT, i STRING, ia STRING, d STRING) WITH ('connector' = 'parity-sink');

-- Keys of their own, also those that the host wrote as JSON.
CREATE TABLE snk_keys (k INT, ch STRING, same STRING, computed STRING) WITH ('connector' = 'parity-sink');

-- Nothing changes where a key of NULL comes or goes.
CREATE TABLE snk_absent (k INT, ia STRING) WITH ('connector' = 'parity-sink');

CREATE TABLE snk_all (t STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, COUNT(*), JSON_OBJECTAGG(KEY s VALUE i), JSON_OBJECTAGG(KEY s VALUE i ABSENT ON NULL), JSON_OBJECTAGG(KEY s VALUE d NULL ON NULL)
FROM src GROUP BY k;

INSERT INTO snk_keys
SELECT k, JSON_OBJECTAGG(KEY ch VALUE t), JSON_OBJECTAGG(KEY s VALUE s), JSON_OBJECTAGG(KEY s || ch VALUE b)
FROM src GROUP BY k;

INSERT INTO snk_absent SELECT k, JSON_OBJECTAGG(KEY s VALUE i ABSENT ON NULL) FROM src GROUP BY k;

INSERT INTO snk_all SELECT JSON_OBJECTAGG(KEY s || ch VALUE t) FROM src;

/* data rows
+I[1, 'b', 'bbb', 1, 1.5, 'x', true]
+I[1, 'a', 'aaa', null, -0.0, null, null]
+I[1, '', '   ', 2, null, 'say "größe"\n', false]
+I[1, '😀', '😀', -2147483648, NaN, '', true]
+I[1, '～', '～', 2147483647, 1.0E300, '日本😀', true]
+I[1, 'größe', 'größe', 3, 0.1, 'null', true]
+I[1, 'say "no"\n\t\\/', '"\\\n', 4, 4.0, '{}', null]
-D[1, 'a', 'aaa', null, -0.0, null, null]
+I[1, 'a', 'aaa', 5, 5.0, 'again', true]
# Another value than the one that is there: the key goes all the same.
-D[1, 'b', 'bbb', 7, 7.5, 'y', false]
# Not there.
-D[1, 'never', 'nev', 7, 7.5, 'y', false]
-U[1, 'a', 'aaa', null, null, null, null]
+U[1, 'A', 'AAA', 6, 6.0, 'A', false]
+I[2, 'one', 'one', null, null, null, null]
-D[2, 'one', 'one', null, null, null, null]
+I[2, 'one', 'one', null, null, null, null]
+I[2, 'two', 'two', null, null, null, null]
-D[2, 'one', 'one', 1, null, null, null]
-D[2, 'two', 'two', null, null, null, null]
+I[null, 'x', 'x  ', 5, null, 'x', true]
*/
