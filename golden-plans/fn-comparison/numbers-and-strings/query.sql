SELECT v = 1, v <> 1, v < 1, v <= 1, d > 1, d >= 1, s = 'a', s <> 'b', v BETWEEN 1 AND 5, v IN (1, 2, 3), s IN ('a', 'b') FROM plain;
