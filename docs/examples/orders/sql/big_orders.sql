-- sf: expect=native
INSERT INTO big_orders
SELECT id, customer, cents FROM orders WHERE cents > 100000;
