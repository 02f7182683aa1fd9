SELECT c_string, FIRST_VALUE(c_varbinary), LAST_VALUE(c_decimal), FIRST_VALUE(DISTINCT c_int), LAST_VALUE(c_timestamp_9) FILTER (WHERE c_boolean) FROM types GROUP BY c_string;
