SELECT address, attributes, COUNT(*), COUNT(DISTINCT tags) FROM orders GROUP BY address, attributes;
