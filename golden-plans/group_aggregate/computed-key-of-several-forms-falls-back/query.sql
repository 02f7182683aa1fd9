SELECT r, COUNT(DISTINCT a) FROM (SELECT ROW(c_decimal, c_int) AS r, ARRAY[c_float] AS a FROM types) GROUP BY r;
