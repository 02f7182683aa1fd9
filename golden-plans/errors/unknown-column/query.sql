SELECT id,
       no_such_column
FROM plain;
