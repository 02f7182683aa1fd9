CREATE TABLE by_value (v INT, id BIGINT, PRIMARY KEY (v) NOT ENFORCED)
  WITH ('connector' = 'upsert-kafka', 'topic' = 'out', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO by_value SELECT v + 1, id FROM keyed;
INSERT INTO by_value SELECT MAX(v) AS v, id FROM changes GROUP BY id;
