SELECT n, MAX(customer), MIN(n) FROM (SELECT customer, COUNT(*) AS n FROM orders GROUP BY customer) GROUP BY n;
