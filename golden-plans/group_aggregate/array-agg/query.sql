SELECT c_string, ARRAY_AGG(c_ltz_9) FILTER (WHERE c_boolean), ARRAY_AGG(c_binary IGNORE NULLS) FROM types GROUP BY c_string;
