-- SIGN of INT, BIGINT and DOUBLE has kernels, that of other numbers does not.
SELECT c_int, SIGN(c_int), SIGN(c_bigint), SIGN(c_double), SIGN(c_float), SIGN(c_decimal) FROM types;
