SELECT tags, COUNT(*) FROM orders GROUP BY tags;
