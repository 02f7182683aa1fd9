-- Sums by key.
CREATE TABLE keyed_events (
  k BIGINT,
  v BIGINT
) WITH (
  'connector' = 'keyed-replay',
  'events' = '300000',
  'keys' = '100'
);

CREATE TABLE sums (
  k BIGINT,
  s BIGINT
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO sums SELECT k, SUM(v) FROM keyed_events GROUP BY k;
