SELECT id, tag FROM orders LEFT JOIN LATERAL (SELECT tag FROM UNNEST(orders.tags) AS t (tag) WHERE tag <> 'new') ON TRUE;
