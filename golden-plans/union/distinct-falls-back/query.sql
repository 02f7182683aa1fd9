SELECT id FROM plain UNION SELECT id FROM orders;
