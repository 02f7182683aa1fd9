SELECT id, part FROM plain CROSS JOIN UNNEST(SPLIT(s, ',')) AS t (part);
