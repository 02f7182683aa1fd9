-- title: REGEXP_EXTRACT: no match is NULL, a matched empty group is empty
-- routing: native
-- level: ordered
-- splits: 2

CREATE TABLE src (s STRING)
WITH ('connector' = 'parity-source', 'data' = 'rows');

CREATE TABLE snk (a STRING, b STRING)
WITH ('connector' = 'parity-sink');

INSERT INTO snk
SELECT
  REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', 2),
  REGEXP_EXTRACT(s, 'n[0-9]{1,3}-[0-9]{1,3}', 0)
FROM src;

/* data rows
+I['dc05-p2-ta22-n146.byted.org:8052']
+I['channel_id=7&x=1']
+I['a&channel_id=']
+I['xchannel_id=5']
+I['n1-22']
+I['']
+I[null]
+I['é&channel_id=ü&']
*/
