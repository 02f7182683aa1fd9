SELECT customer, COUNT(*), SUM(qty) FROM orders GROUP BY customer;
