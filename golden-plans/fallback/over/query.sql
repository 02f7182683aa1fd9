SELECT id, SUM(qty) OVER (PARTITION BY customer ORDER BY ts) FROM orders;
