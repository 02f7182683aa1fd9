-- Auctions with the most bids in the last 10 seconds, every 2 seconds.
CREATE TABLE nexmark_q5 (
  auction BIGINT,
  num BIGINT
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO nexmark_q5
SELECT counted.auction, counted.num
FROM (
  SELECT auction, COUNT(*) AS num, window_start AS starttime, window_end AS endtime
  FROM TABLE(HOP(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY auction, window_start, window_end
) AS counted
INNER JOIN (
  SELECT MAX(num) AS maxnum, starttime, endtime
  FROM (
    SELECT COUNT(*) AS num, window_start AS starttime, window_end AS endtime
    FROM TABLE(HOP(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
    GROUP BY auction, window_start, window_end
  )
  GROUP BY starttime, endtime
) AS largest
ON counted.starttime = largest.starttime
  AND counted.endtime = largest.endtime
  AND counted.num >= largest.maxnum;
