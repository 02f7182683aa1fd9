-- title: Years 1 to 9999 pass
-- routing: native
-- level: ordered
-- splits: 2
-- zones: UTC, America/Los_Angeles, Asia/Kolkata

CREATE TABLE src (id INT, ts TIMESTAMP(3), ltz TIMESTAMP_LTZ(3))
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (id INT, ts TIMESTAMP(3), ltz TIMESTAMP_LTZ(3))
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, ts, ltz
FROM src;

/* data rows
+I[1, 0001-01-01 00:00:00, 0001-01-01T00:00:00Z]
+I[2, 1582-10-15 12:00:00.123, 1582-10-15T12:00:00.123Z]
+I[3, 2262-04-12 00:00:00.001, 2262-04-12T00:00:00.001Z]
+I[4, 9999-12-31 23:59:59.999, 9999-12-31T23:59:59.999Z]
+I[5, 1969-12-31 23:59:59.999, 1969-12-31T23:59:59.999Z]
+I[6, null, null]
+I[7, 2021-03-14 10:30:00, 2021-03-14T10:30:00Z]
*/
