/**
 * The oracle of {@code substrait-ext/tests/cases}: evaluates each test case of a function on stock
 * Flink. Arguments come from a table at run time, never as SQL literals that the planner could
 * fold, except where the engine's kernel itself needs a literal.
 */
package io.streamfusion.parity.function;
