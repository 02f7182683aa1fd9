SELECT c_string, MIN(c_boolean), MAX(c_char), MIN(c_date), MAX(c_time), MIN(c_timestamp_9) FROM types GROUP BY c_string;
