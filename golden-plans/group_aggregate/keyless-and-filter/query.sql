SELECT COUNT(*), COUNT(customer), MAX(qty) FILTER (WHERE id > 10), MIN(ts) FROM orders;
