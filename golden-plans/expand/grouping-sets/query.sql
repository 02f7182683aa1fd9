SELECT customer, qty, COUNT(*), SUM(qty), MAX(qty) FROM orders GROUP BY GROUPING SETS ((customer, qty), (customer), ()) HAVING COUNT(*) > 1;
