CREATE TABLE ints (v INT) WITH ('connector' = 'blackhole');
INSERT INTO ints SELECT s FROM plain;
