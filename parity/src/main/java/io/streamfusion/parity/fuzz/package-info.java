/**
 * Random differential tests of stateful queries: a query is planned once on stock Flink and
 * natively, then many random inputs with checkpoints, restores and clock steps run through the
 * operators of both plans in Flink's operator harness, and what leaves is compared.
 */
package io.streamfusion.parity.fuzz;
