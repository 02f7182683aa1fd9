SELECT window_start, customer, SUM(amount) FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end, customer;
