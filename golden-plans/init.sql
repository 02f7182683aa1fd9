-- Tables that the cases share. Every type that crosses a row edge is a column of `types`.
CREATE TABLE orders (
  id BIGINT,
  amount DECIMAL(10, 2),
  customer STRING,
  qty INT,
  tags ARRAY<STRING>,
  attributes MAP<STRING, INT>,
  address ROW<city STRING, zip CHAR(5), geo ROW<lat DOUBLE, lon DOUBLE>>,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'datagen');

CREATE TABLE plain (
  id BIGINT,
  v INT,
  s STRING,
  d DOUBLE
) WITH ('connector' = 'datagen');

CREATE TABLE types (
  c_boolean BOOLEAN,
  c_tinyint TINYINT,
  c_smallint SMALLINT,
  c_int INT,
  c_bigint BIGINT,
  c_float FLOAT,
  c_double DOUBLE,
  c_decimal DECIMAL(38, 10),
  c_char CHAR(4),
  c_varchar VARCHAR(20),
  c_string STRING,
  c_binary BINARY(4),
  c_varbinary VARBINARY(20),
  c_bytes BYTES,
  c_date DATE,
  c_time TIME(3),
  c_timestamp_3 TIMESTAMP(3),
  c_timestamp_6 TIMESTAMP(6),
  c_timestamp_9 TIMESTAMP(9),
  c_ltz_3 TIMESTAMP_LTZ(3),
  c_ltz_9 TIMESTAMP_LTZ(9),
  c_array ARRAY<INT>,
  c_map MAP<STRING, BIGINT>,
  c_multiset MULTISET<STRING>,
  c_row ROW<a INT, b ROW<c STRING>>
) WITH ('connector' = 'any-type-source');

CREATE TABLE changes (
  id BIGINT,
  v INT,
  s STRING
) WITH ('connector' = 'kafka', 'topic' = 'changes', 'format' = 'debezium-json');

CREATE TABLE keyed (
  id BIGINT,
  v INT,
  s STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'kafka', 'topic' = 'keyed', 'format' = 'debezium-json');

CREATE TABLE upserts (
  id BIGINT,
  v INT,
  s STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'upsert-kafka', 'topic' = 'upserts', 'key.format' = 'json', 'value.format' = 'json');
