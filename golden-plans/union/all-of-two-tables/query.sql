SELECT id, s FROM plain WHERE v > 0 UNION ALL SELECT id, customer FROM orders;
