SELECT n, COUNT(DISTINCT customer), COUNT(DISTINCT customer) FILTER (WHERE q > 1), SUM(DISTINCT q) FROM (SELECT customer, COUNT(*) AS n, MAX(qty) AS q FROM orders GROUP BY customer) GROUP BY n;
