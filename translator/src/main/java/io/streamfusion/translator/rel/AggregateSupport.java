package io.streamfusion.translator.rel;

import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * An aggregate function that the engine has.
 *
 * @param name in {@code functions_flink_aggregate.yaml}
 * @param flinkClasses the classes that Flink runs, or the classes around them
 * @param takes argument types
 */
record AggregateSupport(String name, Set<Class<?>> flinkClasses, Predicate<LogicalType> takes) {}
