CREATE TABLE latest (id BIGINT, v INT, PRIMARY KEY (id) NOT ENFORCED)
  WITH ('connector' = 'upsert-kafka', 'topic' = 'out', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO latest SELECT id, v + 1 FROM keyed;
