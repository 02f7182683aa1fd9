SELECT id, tag, n FROM orders CROSS JOIN UNNEST(tags) WITH ORDINALITY AS t (tag, n);
