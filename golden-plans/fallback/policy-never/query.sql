SET 'streamfusion.policy' = 'never';
SELECT id + 1 FROM plain;
