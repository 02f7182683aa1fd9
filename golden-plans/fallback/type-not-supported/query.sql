SELECT id + 1, PARSE_JSON(s) FROM plain;
