SELECT customer, qty, COUNT(id), GROUPING(qty), GROUPING_ID(customer, qty) FROM orders GROUP BY ROLLUP (customer, qty);
