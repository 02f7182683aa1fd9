SELECT customer, AVG(CAST(amount AS DECIMAL(38, 38))) FROM orders GROUP BY customer;
