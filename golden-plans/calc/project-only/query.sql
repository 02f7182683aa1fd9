SELECT s, id, d * 2 FROM plain;
