SELECT v + 1, v - 1, v * 2, v / 2, MOD(id, 123), -v, ABS(v) FROM plain;
