CREATE TEMPORARY SYSTEM FUNCTION lifecycle AS 'io.streamfusion.parity.udf.Lifecycle';
SELECT id + 1, lifecycle(v) FROM plain WHERE lifecycle(v) > 1;
