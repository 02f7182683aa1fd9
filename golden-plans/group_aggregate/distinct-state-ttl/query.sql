SET 'table.exec.state.ttl' = '1 h';
SELECT customer, COUNT(DISTINCT id), COUNT(DISTINCT id) FILTER (WHERE qty > 1) FROM orders GROUP BY customer;
