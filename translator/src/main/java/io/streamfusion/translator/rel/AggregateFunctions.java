package io.streamfusion.translator.rel;

import io.streamfusion.translator.type.FlinkTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.fun.SqlJsonArrayAggAggFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectAggAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.AvgAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.Count1AggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.CountAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.ListAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.MaxAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.MinAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.SingleValueAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.Sum0AggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.SumAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.SumWithRetractAggFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.runtime.functions.aggregate.ArrayAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.FirstValueAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.FirstValueWithRetractAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.JsonArrayAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.JsonObjectAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.LastValueAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.LastValueWithRetractAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.ListAggWithRetractAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.ListAggWsWithRetractAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.MaxWithRetractAggFunction;
import org.apache.flink.table.runtime.functions.aggregate.MinWithRetractAggFunction;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Which of Flink's aggregate functions the engine has. Decided by the class that Flink would run,
 * which Flink picks by function, argument type and whether values have to be taken back.
 */
final class AggregateFunctions {
  /** Family of the functions in the plan. */
  static final String FAMILY = "aggregate";

  /** The functions, one line each, sorted by name. */
  private static final List<AggregateSupport> FUNCTIONS =
      List.of(
          new AggregateSupport(
              "array_agg",
              Set.of(ArrayAggFunction.class),
              call -> !call.ignoreNulls(),
              AggregateFunctions::isFlat),
          new AggregateSupport(
              "array_agg_ignore_nulls",
              Set.of(ArrayAggFunction.class),
              AggregateCall::ignoreNulls,
              AggregateFunctions::isFlat),
          new AggregateSupport("avg", Set.of(AvgAggFunction.class), AggregateFunctions::hasZero),
          new AggregateSupport(
              "count", Set.of(Count1AggFunction.class, CountAggFunction.class), type -> true),
          new AggregateSupport(
              "first_value", Set.of(FirstValueAggFunction.class), AggregateFunctions::isFlat),
          new AggregateSupport(
              "first_value",
              Set.of(FirstValueWithRetractAggFunction.class),
              AggregateFunctions::isMapKey),
          new AggregateSupport(
              "json_arrayagg_absent_on_null",
              Set.of(JsonArrayAggFunction.class),
              call -> nullClause(call) == SqlJsonConstructorNullClause.ABSENT_ON_NULL,
              AggregateFunctions::isText),
          new AggregateSupport(
              "json_arrayagg_null_on_null",
              Set.of(JsonArrayAggFunction.class),
              call -> nullClause(call) == SqlJsonConstructorNullClause.NULL_ON_NULL,
              AggregateFunctions::isText),
          new AggregateSupport(
              "json_objectagg_absent_on_null",
              Set.of(JsonObjectAggFunction.class),
              call -> nullClause(call) == SqlJsonConstructorNullClause.ABSENT_ON_NULL,
              AggregateFunctions::isText),
          new AggregateSupport(
              "json_objectagg_null_on_null",
              Set.of(JsonObjectAggFunction.class),
              call -> nullClause(call) == SqlJsonConstructorNullClause.NULL_ON_NULL,
              AggregateFunctions::isText),
          new AggregateSupport(
              "last_value", Set.of(LastValueAggFunction.class), AggregateFunctions::isFlat),
          new AggregateSupport(
              "last_value",
              Set.of(LastValueWithRetractAggFunction.class),
              AggregateFunctions::isMapKey),
          new AggregateSupport(
              "listagg",
              Set.of(
                  ListAggFunction.class,
                  ListAggWithRetractAggFunction.class,
                  ListAggWsWithRetractAggFunction.class),
              AggregateFunctions::isText),
          new AggregateSupport(
              "max",
              Set.of(MaxAggFunction.class, MaxWithRetractAggFunction.class),
              AggregateFunctions::isOrdered),
          new AggregateSupport(
              "min",
              Set.of(MinAggFunction.class, MinWithRetractAggFunction.class),
              AggregateFunctions::isOrdered),
          new AggregateSupport(
              "single_value", Set.of(SingleValueAggFunction.class), AggregateFunctions::isOrdered),
          new AggregateSupport(
              "sum",
              Set.of(SumAggFunction.class, SumWithRetractAggFunction.class),
              AggregateFunctions::isNumber),
          new AggregateSupport("sum0", Set.of(Sum0AggFunction.class), AggregateFunctions::hasZero));

  /** What the engine keeps of each value in a table of the call, for those that need one. */
  private static final Map<Class<?>, String> STATE_OF_VALUES =
      Map.of(MaxWithRetractAggFunction.class, "count", MinWithRetractAggFunction.class, "count");

  private AggregateFunctions() {}

  /** The engine's function for a call, empty if there is none. */
  static Optional<AggregateSupport> find(PlannedAggregate planned) {
    Class<?> flinkClass = flinkClass(planned);
    return FUNCTIONS.stream()
        .filter(support -> support.flinkClasses().contains(flinkClass))
        .filter(support -> support.variant().test(planned.call()))
        .findFirst();
  }

  /** What a table of the call keeps of each value, as text; empty if the call has no table. */
  static Optional<String> stateOfValues(PlannedAggregate planned) {
    return Optional.ofNullable(STATE_OF_VALUES.get(flinkClass(planned)));
  }

  private static Class<?> flinkClass(PlannedAggregate planned) {
    Class<?> function = planned.info().function().getClass();
    Class<?> family = function.getEnclosingClass();
    return family == null ? function : family;
  }

  /** Why the engine cannot compute a call; empty if it can. */
  static Optional<String> unsupported(PlannedAggregate planned, RelNode input) {
    RelDataType inputType = input.getRowType();
    AggregateCall call = planned.call();
    Optional<AggregateSupport> function = find(planned);
    if (function.isEmpty()) {
      return Optional.of(call + " has no native form yet");
    }
    if (call.isApproximate() || !call.getCollation().getKeys().isEmpty()) {
      return Optional.of(call + " is approximate or sorted");
    }
    for (RelDataType argument : argumentTypes(call, inputType)) {
      Optional<String> unsupported = FlinkTypes.unsupported(argument);
      if (unsupported.isPresent()) {
        return Optional.of(call + ": " + unsupported.get());
      }
      LogicalType type = FlinkTypes.logicalType(argument);
      if (isText(type) && compares(function.get()) && !(input instanceof StreamPhysicalExchange)) {
        // Java strings that were never serialized compare by UTF-16, all others by bytes.
        return Optional.of(call + " compares text that did not come through the network");
      }
      if (function.get().flinkClasses().contains(ArrayAggFunction.class)
          && planned.info().consumeRetraction()
          && type.is(LogicalTypeFamily.BINARY_STRING)) {
        return Optional.of(call + " takes back binaries, which Flink does not find again");
      }
      if (!function.get().takes().test(type)) {
        return Optional.of(call + " has no native form yet for " + type.asSummaryString());
      }
    }
    return call.isDistinct() ? indistinguishable(call, input) : Optional.empty();
  }

  /**
   * Why values of a DISTINCT call may be equal for Flink without having the same bytes, or the
   * other way round; empty if they are not. Those that are keys of a map in serialized form have
   * one form behind an exchange; elsewhere a state backend on the heap compares Java objects.
   */
  private static Optional<String> indistinguishable(AggregateCall call, RelNode input) {
    int argument = call.getArgList().get(0);
    if (!isNested(FlinkTypes.logicalType(argumentTypes(call, input.getRowType()).get(0)))) {
      return Optional.empty();
    }
    return input instanceof StreamPhysicalExchange
        ? BinaryForms.unsure(input, argument).map(text -> call + " tells values apart of " + text)
        : Optional.of(call + " tells nested values apart that did not come through the network");
  }

  /**
   * Whether Flink has the list of a call in state of its own, where each value has a time to live.
   */
  static boolean expiresByValue(PlannedAggregate planned) {
    return planned.info().viewSpecs().length > 0
        && find(planned).filter(function -> !compares(function)).isPresent();
  }

  private static SqlJsonConstructorNullClause nullClause(AggregateCall call) {
    return call.getAggregation() instanceof SqlJsonObjectAggAggFunction function
        ? function.getNullClause()
        : ((SqlJsonArrayAggAggFunction) call.getAggregation()).getNullClause();
  }

  private static boolean compares(AggregateSupport function) {
    return function.name().equals("min") || function.name().equals("max");
  }

  private static boolean isNumber(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  /** Whether Flink can write the zero from which a sum of such values starts. */
  private static boolean hasZero(LogicalType type) {
    boolean onlyFraction =
        type.is(LogicalTypeRoot.DECIMAL)
            && LogicalTypeChecks.getScale(type) == DecimalType.MAX_PRECISION;
    return isNumber(type) && !onlyFraction;
  }

  private static boolean isOrdered(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          CHAR,
          VARCHAR,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> isNumber(type);
    };
  }

  /** Whether the engine can hold such a value by itself. */
  private static boolean isFlat(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BINARY, VARBINARY, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME -> true;
      default -> isOrdered(type);
    };
  }

  /** Whether such values are equal as keys of a map, whatever the state backend. */
  private static boolean isMapKey(LogicalType type) {
    return isFlat(type)
        && !type.is(LogicalTypeFamily.BINARY_STRING)
        && !type.is(LogicalTypeFamily.APPROXIMATE_NUMERIC);
  }

  private static boolean isText(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING);
  }

  private static boolean isNested(LogicalType type) {
    return type.isAnyOf(
        LogicalTypeRoot.ARRAY, LogicalTypeRoot.MAP, LogicalTypeRoot.MULTISET, LogicalTypeRoot.ROW);
  }

  static List<RelDataType> argumentTypes(AggregateCall call, RelDataType inputType) {
    return call.getArgList().stream()
        .map(argument -> inputType.getFieldList().get(argument).getType())
        .toList();
  }
}
