SELECT a + 1 FROM (VALUES (1), (2)) AS t (a);
