CREATE TABLE monthly (id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MONTH) WITH ('connector' = 'datagen');
SELECT id + 1, ts FROM monthly;
