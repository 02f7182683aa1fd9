SELECT amount + 1, amount * 0.908, amount / 3, CAST(amount AS DECIMAL(5, 1)) FROM orders;
