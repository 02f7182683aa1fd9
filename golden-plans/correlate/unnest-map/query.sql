SELECT id, k, v FROM orders CROSS JOIN UNNEST(attributes) AS t (k, v);
