SELECT id, k, v FROM orders LEFT JOIN UNNEST(attributes) AS t (k, v) ON TRUE;
