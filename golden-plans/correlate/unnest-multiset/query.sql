SELECT c_bigint, e FROM types CROSS JOIN UNNEST(c_multiset) AS t (e);
