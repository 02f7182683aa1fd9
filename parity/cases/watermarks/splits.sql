-- title: A silent split holds back the watermark of its source, an idle one does not
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- parallelism: 1, 2
-- min-rows: 7

-- The source makes the watermarks itself, with one generator per split, and sends each as soon as it can.
CREATE TABLE src (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
WITH (
  'connector' = 'parity-source',
  'data' = 'rows',
  'watermarks' = 'source',
  'scan.watermark.emit.strategy' = 'on-event'
);

CREATE TABLE snk (id INT, ts TIMESTAMP(3))
WITH ('connector' = 'parity-sink', 'watermarks' = 'true');

INSERT INTO snk SELECT id + 1, ts FROM src;

/* data rows
# Nothing is known of split 1 yet.
+I[1, 1970-01-01 00:00:05]
+I[2, 1970-01-01 00:00:06]
1: +I[3, 1970-01-01 00:00:10]
+I[4, 1970-01-01 00:00:20]
# Split 1 no longer counts.
1: IDLE
+I[5, 1970-01-01 00:00:30]
# It counts again, and what it brings is late.
1: +I[6, 1970-01-01 00:00:12]
+I[7, 1970-01-01 00:01:00]
*/
