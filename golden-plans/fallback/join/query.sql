SELECT o.id, p.s FROM orders o JOIN plain p ON o.id = p.id;
