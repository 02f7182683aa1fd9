-- title: Calls of one function share an instance
-- routing: host
-- level: ordered
-- splits: 2

CREATE TEMPORARY SYSTEM FUNCTION a_second_later AS 'io.streamfusion.parity.udf.ASecondLater';

CREATE TABLE src (id INT, x TIMESTAMP_LTZ(3), y TIMESTAMP_LTZ(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, a BOOLEAN, b BOOLEAN)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, a_second_later(x), a_second_later(y)
FROM src;

/* data rows
+I[1, 2024-01-01T00:00:00Z, 2024-01-01T00:00:05Z]
+I[2, 2024-01-01T00:00:01Z, 2024-01-01T00:00:05.5Z]
+I[3, 2024-01-01T00:00:06Z, 2024-01-01T00:00:06.5Z]
*/
