-- The host computes the collection below the Correlate, and evaluates the condition above it.
SELECT id, e FROM plain CROSS JOIN UNNEST(SPLIT(s, ',')) AS x (e) WHERE INITCAP(e) = 'A';
