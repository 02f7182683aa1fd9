SELECT id, tag FROM orders CROSS JOIN UNNEST(tags) AS t (tag) WHERE REVERSE(tag) <> 'wen';
