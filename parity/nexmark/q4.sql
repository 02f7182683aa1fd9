-- Average winning price per category.
CREATE TABLE nexmark_q4 (
  id BIGINT,
  final BIGINT
) WITH (
  'connector' = 'blackhole'
);

INSERT INTO nexmark_q4
SELECT category AS id, AVG(final) AS final
FROM (
  SELECT A.id, A.category, MAX(B.price) AS final
  FROM auction AS A
  INNER JOIN bid AS B ON A.id = B.auction
  WHERE B.`dateTime` BETWEEN A.`dateTime` AND A.expires
  GROUP BY A.id, A.category
)
GROUP BY category;
