SELECT no_such_function(v) FROM plain;
