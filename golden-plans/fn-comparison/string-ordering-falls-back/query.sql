SELECT id FROM plain WHERE s < 'b';
