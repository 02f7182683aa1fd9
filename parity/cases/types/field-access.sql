-- title: Fields of nested rows; a NULL row has NULL fields
-- routing: native
-- level: ordered
-- splits: 2
-- object-reuse: false, true

CREATE TABLE src (id INT, r ROW<x INT, y STRING, z ROW<u DECIMAL(20,2), w TIMESTAMP(3)>>)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (
  id INT,
  x INT,
  y STRING,
  u DECIMAL(20,2),
  w TIMESTAMP(3),
  x1 INT,
  r ROW<x INT, y STRING, z ROW<u DECIMAL(20,2), w TIMESTAMP(3)>>
)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT id + 1, r.x, r.y, r.z.u, r.z.w, r.x + 1, r
FROM src;

/* data rows
+I[1, (1, 'a', (1.50, 2024-01-01 00:00:00))]
+I[2, (null, 'b', null)]
+I[3, null]
+I[4, (4, null, (null, 1969-12-31 23:59:59.999))]
*/
