SELECT id, ts FROM orders ORDER BY ts;
