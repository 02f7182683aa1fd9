INSERT INTO customers
SELECT customer, COUNT(*), SUM(cents) FROM orders GROUP BY customer;
