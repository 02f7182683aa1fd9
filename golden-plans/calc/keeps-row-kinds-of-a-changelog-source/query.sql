CREATE TABLE retracts (id BIGINT, v INT) WITH ('connector' = 'kafka', 'topic' = 'out', 'format' = 'debezium-json');
INSERT INTO retracts SELECT id, v * 2 FROM changes WHERE v > 0;
