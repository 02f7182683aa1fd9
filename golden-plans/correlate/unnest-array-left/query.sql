SELECT id, tag FROM orders LEFT JOIN UNNEST(tags) AS t (tag) ON TRUE;
