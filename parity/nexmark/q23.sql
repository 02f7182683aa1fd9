-- Every bid with the person who made it and every auction of that person.
CREATE TABLE nexmark_q23 (
  bidder BIGINT,
  price BIGINT,
  channel STRING,
  url STRING,
  bid_extra STRING,
  person_id BIGINT,
  name STRING,
  emailAddress STRING,
  creditCard STRING,
  city STRING,
  state STRING,
  person_extra STRING,
  itemName STRING,
  description STRING,
  initialBid BIGINT,
  reserve BIGINT,
  auction_dateTime TIMESTAMP(3),
  expires TIMESTAMP(3),
  seller BIGINT,
  category BIGINT,
  auction_extra STRING
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO nexmark_q23
SELECT
  B.bidder, B.price, B.channel, B.url, B.extra,
  P.id, P.name, P.emailAddress, P.creditCard, P.city, P.state, P.extra,
  A.itemName, A.description, A.initialBid, A.reserve, A.`dateTime`, A.expires, A.seller,
  A.category, A.extra
FROM bid AS B
INNER JOIN person AS P ON P.id = B.bidder
INNER JOIN auction AS A ON A.seller = B.bidder;
