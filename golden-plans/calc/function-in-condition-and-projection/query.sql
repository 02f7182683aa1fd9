-- One instance of the function: the host computes the condition and the column in one call.
CREATE TEMPORARY SYSTEM FUNCTION refuse_three AS 'io.streamfusion.parity.udf.RefuseThree';
SELECT id, refuse_three(CAST(v AS INT)), v + 1 FROM plain WHERE refuse_three(CAST(id AS INT)) > 10;
