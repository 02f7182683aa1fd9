SET 'execution.runtime-mode' = 'batch';
SELECT id FROM plain;
