SELECT r, SUM(q) FROM (SELECT ROW(customer, amount) AS r, qty + 1 AS q FROM orders) GROUP BY r;
