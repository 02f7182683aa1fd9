CREATE TABLE small (id BIGINT, v INT) WITH ('connector' = 'blackhole');
CREATE TABLE large (id BIGINT, v INT) WITH ('connector' = 'blackhole');
CREATE VIEW doubled AS SELECT id, v * 2 AS v FROM plain WHERE v IS NOT NULL;
EXECUTE STATEMENT SET BEGIN
INSERT INTO small SELECT id, v FROM doubled WHERE v < 100;
INSERT INTO large SELECT id, v FROM doubled WHERE v >= 100;
END;
