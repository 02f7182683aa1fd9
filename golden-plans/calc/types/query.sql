SELECT * FROM types WHERE c_boolean;
