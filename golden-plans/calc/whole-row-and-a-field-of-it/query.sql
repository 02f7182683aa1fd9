SELECT address, address.city FROM orders;
