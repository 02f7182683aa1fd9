SELECT id FORM plain;
