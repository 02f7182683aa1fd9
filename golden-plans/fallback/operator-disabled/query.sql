SET 'streamfusion.operator.calc.enabled' = 'false';
SELECT id + 1 FROM plain;
