SELECT v, LISTAGG(s), LISTAGG(s, ' | '), ARRAY_AGG(id) FROM keyed GROUP BY v;
