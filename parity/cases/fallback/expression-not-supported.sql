-- title: A user function over the elements of a collection, which Flink opens and never closes, stays on Flink
-- routing: fallback EXPRESSION_NOT_SUPPORTED
-- level: ordered
-- splits: 2
-- min-rows: 3

CREATE TEMPORARY SYSTEM FUNCTION count_char AS 'io.streamfusion.parity.nexmark.CountChar';

CREATE TABLE src (id INT, parts ARRAY<STRING>) WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, part STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk SELECT id, part FROM src CROSS JOIN UNNEST(parts) AS t (part) WHERE count_char(part, 'a') > 0;

/* data rows
+I[1, ['a', 'é']]
+I[2, null]
+I[3, []]
+I[4, ['b', 'cab']]
+I[5, ['aa', null]]
*/
