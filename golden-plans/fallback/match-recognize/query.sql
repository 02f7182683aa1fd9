SELECT * FROM orders MATCH_RECOGNIZE (
  PARTITION BY customer ORDER BY ts
  MEASURES A.id AS first_id, B.id AS second_id
  PATTERN (A B) DEFINE B AS B.amount > A.amount);
