SELECT customer, SUM(amount), AVG(amount), MAX(amount) FROM orders GROUP BY customer;
