-- Bids with a value looked up in a side table of 10,000 rows.
CREATE TABLE side_input (
  key BIGINT,
  `value` STRING
) WITH (
  'connector' = 'nexmark-side-input',
  'rows' = '10000'
);

CREATE TABLE nexmark_q13 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  `dateTime` TIMESTAMP(3),
  `value` STRING
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO nexmark_q13
SELECT B.auction, B.bidder, B.price, B.`dateTime`, S.`value`
FROM (
  SELECT auction, bidder, price, `dateTime`, PROCTIME() AS p_time
  FROM bid
) AS B
INNER JOIN side_input FOR SYSTEM_TIME AS OF B.p_time AS S
ON MOD(B.auction, 10000) = S.key;
