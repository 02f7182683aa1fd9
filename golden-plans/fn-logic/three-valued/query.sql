SELECT v > 1 AND d > 1, v > 1 OR d > 1, NOT (v > 1), (v > 1) IS TRUE, (v > 1) IS NOT FALSE, v IS NULL FROM plain;
