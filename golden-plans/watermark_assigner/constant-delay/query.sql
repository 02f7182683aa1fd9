SELECT id, ts FROM orders;
