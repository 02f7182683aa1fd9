CREATE TABLE copies (id BIGINT, v INT, PRIMARY KEY (id) NOT ENFORCED)
  WITH ('connector' = 'upsert-kafka', 'topic' = 'out', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO copies SELECT id, v FROM upserts;
