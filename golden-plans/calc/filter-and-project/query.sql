SELECT id, v + 1 AS v1 FROM plain WHERE v > 10;
