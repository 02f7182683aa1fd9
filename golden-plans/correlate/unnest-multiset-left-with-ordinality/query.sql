SELECT c_int, s, n FROM types LEFT JOIN UNNEST(c_multiset) WITH ORDINALITY AS t (s, n) ON TRUE;
