SELECT id, address.city, address.geo.lat FROM orders WHERE address.zip = '12345';
