CREATE TABLE side (k BIGINT, name STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:none', 'table-name' = 'side');
CREATE TABLE events (id BIGINT, p AS PROCTIME()) WITH ('connector' = 'datagen');
SELECT e.id, s.name FROM events AS e JOIN side FOR SYSTEM_TIME AS OF e.p AS s ON e.id = s.k;
