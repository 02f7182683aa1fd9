SELECT address.city, qty, COUNT(DISTINCT id) FILTER (WHERE qty > 1) FROM orders GROUP BY CUBE (address.city, qty);
