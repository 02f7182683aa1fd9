SELECT DISTINCT customer, qty FROM orders;
