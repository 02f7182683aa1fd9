SET 'table.exec.state.ttl' = '1 h';
SELECT v, LISTAGG(s), FIRST_VALUE(s), ARRAY_AGG(id) FROM keyed GROUP BY v;
