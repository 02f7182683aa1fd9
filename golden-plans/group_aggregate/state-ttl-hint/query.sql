SET 'table.exec.state.ttl' = '1 h';
SELECT /*+ STATE_TTL('orders' = '2 h') */ customer, COUNT(*) FROM orders GROUP BY customer;
