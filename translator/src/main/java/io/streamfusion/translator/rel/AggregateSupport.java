package io.streamfusion.translator.rel;

import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * An aggregate function that the engine has.
 *
 * @param name in {@code functions_flink_aggregate.yaml}
 * @param flinkClasses the classes that Flink runs, or the classes around them
 * @param variant which calls of these classes
 * @param takes argument types
 */
record AggregateSupport(
    String name,
    Set<Class<?>> flinkClasses,
    Predicate<AggregateCall> variant,
    Predicate<LogicalType> takes) {

  AggregateSupport(String name, Set<Class<?>> flinkClasses, Predicate<LogicalType> takes) {
    this(name, flinkClasses, call -> true, takes);
  }
}
