SELECT address.city, qty, AVG(qty), SUM(qty) FROM orders GROUP BY address.city, qty HAVING COUNT(*) > 1;
