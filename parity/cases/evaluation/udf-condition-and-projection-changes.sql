-- title: Rows of a changelog keep their kind where one call holds the condition and every column
-- routing: host
-- level: ordered
-- min-rows: 4

CREATE TEMPORARY SYSTEM FUNCTION call_number AS 'io.streamfusion.parity.udf.CallNumber';
CREATE TEMPORARY SYSTEM FUNCTION same_class AS 'io.streamfusion.parity.udf.CallNumber';

CREATE TABLE src (id INT, r ROW<x INT, y STRING>)
WITH ('connector' = 'parity-source', 'data' = 'rows', 'changes' = 'retract');

CREATE TABLE snk (a INT, b INT, c STRING) WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT same_class(id), same_class(r.x), UPPER(r.y)
FROM src
WHERE call_number(r.x) > 0;

/* data rows
+I[1, (10, 'a')]
+I[2, null]
-U[1, (10, 'a')]
+U[1, (11, 'b')]
+I[3, (null, 'c')]
-D[1, (11, null)]
*/
