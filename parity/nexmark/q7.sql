-- The highest bids of every 10 seconds. Both window bounds are inclusive.
CREATE TABLE nexmark_q7 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  `dateTime` TIMESTAMP(3),
  extra STRING
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO nexmark_q7
SELECT B.auction, B.bidder, B.price, B.`dateTime`, B.extra
FROM bid AS B
INNER JOIN (
  SELECT MAX(price) AS maxprice, window_end AS endtime
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
  GROUP BY window_start, window_end
) AS top
ON B.price = top.maxprice
WHERE B.`dateTime` BETWEEN top.endtime - INTERVAL '10' SECOND AND top.endtime;
