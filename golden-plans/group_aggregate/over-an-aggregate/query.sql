SELECT n, COUNT(*), SUM(n) FROM (SELECT customer, COUNT(*) AS n FROM orders GROUP BY customer) GROUP BY n;
