SELECT * FROM plain;
