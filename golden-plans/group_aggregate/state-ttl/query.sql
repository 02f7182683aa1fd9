SET 'table.exec.state.ttl' = '1 h';
SELECT customer, COUNT(*) FROM orders GROUP BY customer;
