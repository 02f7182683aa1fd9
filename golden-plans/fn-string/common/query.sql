SELECT s || 'x', CONCAT(s, 'a', s), SUBSTRING(s, 2, 3), CHAR_LENGTH(s), LOWER(s), UPPER(s), s LIKE 'a%', SPLIT_INDEX(s, '/', 1), REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', 2) FROM plain;
