SELECT CASE WHEN v > 10 THEN 'high' WHEN v > 5 THEN 'mid' ELSE 'low' END, COALESCE(v, 0), IF(v > 1, d, 0.5), NULLIF(v, 3) FROM plain;
