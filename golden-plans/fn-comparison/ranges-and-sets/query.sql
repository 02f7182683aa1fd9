-- SEARCH: ranges and sets of values whose literals have another type than the column, and what NULL becomes.
SELECT
  c_bigint >= 10000 AND c_bigint < 1000000,
  c_tinyint IN (1, 2, 1000),
  c_smallint NOT IN (1, 2, 3),
  c_decimal BETWEEN 1 AND 2.5,
  c_decimal IN (1, 2.5, 3.125),
  c_double BETWEEN 1 AND 5,
  c_float IN (1.5, 2.5),
  c_double IN (0e0, 1e0),
  c_int < 5 OR c_int > 10 OR c_int IS NULL,
  c_timestamp_3 BETWEEN TIMESTAMP '2020-01-01 00:00:00' AND TIMESTAMP '2020-12-31 23:59:59.999999',
  c_timestamp_3 IN (TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00.0005'),
  c_time BETWEEN TIME '01:00:00' AND TIME '02:00:00'
FROM types;
