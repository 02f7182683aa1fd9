-- The event table of the suite; its source pushes nothing down.
CREATE TABLE nexmark_events (
  event_type INT,
  person ROW<
    id BIGINT, name STRING, emailAddress STRING, creditCard STRING, city STRING, state STRING,
    `dateTime` TIMESTAMP(3), extra STRING>,
  auction ROW<
    id BIGINT, itemName STRING, description STRING, initialBid BIGINT, reserve BIGINT,
    `dateTime` TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING>,
  bid ROW<
    auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,
    `dateTime` TIMESTAMP(3), extra STRING>,
  `dateTime` AS CASE event_type
    WHEN 0 THEN person.`dateTime`
    WHEN 1 THEN auction.`dateTime`
    ELSE bid.`dateTime`
  END,
  WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
) WITH (
  'connector' = 'datagen'
);
