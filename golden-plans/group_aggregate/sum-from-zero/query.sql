SELECT customer, AVG(qty), SUM(qty), COUNT(qty) FROM orders GROUP BY customer;
