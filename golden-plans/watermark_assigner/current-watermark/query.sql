-- The assigner is a fragment of its own: its watermarks are known where they enter the next one.
SELECT id, CURRENT_WATERMARK(ts) FROM orders WHERE ts > CURRENT_WATERMARK(ts);
