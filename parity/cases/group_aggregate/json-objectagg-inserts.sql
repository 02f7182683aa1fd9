-- title: JSON_OBJECTAGG of rows that are only inserted, with keys that are escaped and keys that are no UTF-8
-- routing: host
-- level: ordered
-- object-reuse: false, true
-- min-rows: 25

CREATE TABLE src (k INT, s STRING NOT NULL, i INT, b BIGINT, m MAP<STRING, INT>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (k INT, i STRING, ia STRING, b STRING, m STRING) WITH ('connector' = 'parity-sink');

-- Of two keys that read the same, the second one changes nothing.
CREATE TABLE snk_same (k INT, i STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT k, JSON_OBJECTAGG(KEY s VALUE i), JSON_OBJECTAGG(KEY s VALUE i ABSENT ON NULL), JSON_OBJECTAGG(s VALUE b), JSON_OBJECTAGG(s : m)
FROM src GROUP BY k;

INSERT INTO snk_same SELECT k, JSON_OBJECTAGG(KEY s VALUE i) FROM src GROUP BY k;

/* data rows
+I[1, 'z', 1, 1, null]
+I[1, 'a', 2, 9223372036854775807, null]
+I[1, 'b', null, null, null]
+I[1, 'a\x00b', 3, 3, null]
+I[1, '\x01\x1f\x7f', 3, 3, null]
+I[1, '\x08\x0c\r\n\t', 3, 3, null]
+I[1, 'é', 4, -9223372036854775808, null]
+I[1, 'e', 5, 5, null]
+I[1, 'a longer key than seven', 6, 6, null]
+I[2, '\xff', 7, 7, null]
+I[2, '\xfe', 7, 7, null]
+I[2, '\xed\xa0\x80', 7, 7, null]
+I[2, 'x\xff', 8, 8, null]
+I[2, '', 9, 9, null]
+I[null, 'x', null, null, null]
*/
