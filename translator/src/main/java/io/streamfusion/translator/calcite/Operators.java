package io.streamfusion.translator.calcite;

import io.streamfusion.substrait.Contract;
import io.streamfusion.translator.rex.function.FunctionOperators;
import io.substrait.extension.SimpleExtension.FunctionAnchor;
import io.substrait.isthmus.expression.AggregateFunctionConverter;
import io.substrait.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** The operators of Flink's Calcite by the URN and the name of a function in a plan. */
final class Operators {

  /** The family of aggregate functions. */
  private static final String AGGREGATE = "aggregate";

  /** The family of CAST and TRY_CAST where they are calls: a call can go back to the host. */
  private static final String CAST = "cast";

  private static final String TRY_CAST = "try_cast";

  /** IN among literals, which Calcite has as a comparison with each of them. */
  private static final String IN = "in";

  private static final String COMPARISON = "comparison";

  private static final Map<String, SqlAggFunction> AGGREGATES =
      Map.ofEntries(
          Map.entry("avg", FlinkSqlOperatorTable.AVG),
          Map.entry("count", FlinkSqlOperatorTable.COUNT),
          Map.entry("first_value", FlinkSqlOperatorTable.FIRST_VALUE),
          Map.entry(
              "json_arrayagg_absent_on_null", FlinkSqlOperatorTable.JSON_ARRAYAGG_ABSENT_ON_NULL),
          Map.entry("json_arrayagg_null_on_null", FlinkSqlOperatorTable.JSON_ARRAYAGG_NULL_ON_NULL),
          Map.entry(
              "json_objectagg_absent_on_null", FlinkSqlOperatorTable.JSON_OBJECTAGG_ABSENT_ON_NULL),
          Map.entry(
              "json_objectagg_null_on_null", FlinkSqlOperatorTable.JSON_OBJECTAGG_NULL_ON_NULL),
          Map.entry("last_value", FlinkSqlOperatorTable.LAST_VALUE),
          Map.entry("listagg", FlinkSqlOperatorTable.LISTAGG),
          Map.entry("max", FlinkSqlOperatorTable.MAX),
          Map.entry("min", FlinkSqlOperatorTable.MIN),
          Map.entry("single_value", FlinkSqlOperatorTable.SINGLE_VALUE),
          Map.entry("sum", FlinkSqlOperatorTable.SUM),
          Map.entry("sum0", FlinkSqlOperatorTable.SUM0));

  private Operators() {}

  /** Whether Calcite has it. */
  static boolean has(FunctionAnchor function) {
    String family = family(function.urn());
    String name = name(function.key());
    return family.equals(AGGREGATE)
        ? AGGREGATES.containsKey(name)
        : family.equals(CAST)
            || isIn(family, name)
            || !FunctionOperators.of(family, name).isEmpty();
  }

  /** Those that a scalar function can have been. */
  static List<SqlOperator> of(FunctionAnchor function) {
    return FunctionOperators.of(family(function.urn()), name(function.key()));
  }

  static boolean isCast(FunctionAnchor function) {
    return family(function.urn()).equals(CAST);
  }

  /** Whether a cast gives NULL where it fails. */
  static boolean isTryCast(FunctionAnchor function) {
    return name(function.key()).equals(TRY_CAST);
  }

  static boolean isIn(FunctionAnchor function) {
    return isIn(family(function.urn()), name(function.key()));
  }

  private static boolean isIn(String family, String name) {
    return family.equals(COMPARISON) && name.equals(IN);
  }

  /** Empty for a URN that is not ours. */
  static String family(String urn) {
    return urn.startsWith(Contract.FUNCTION_URN_PREFIX)
        ? urn.substring(Contract.FUNCTION_URN_PREFIX.length())
        : "";
  }

  /** The name of a function without the types of its arguments. */
  static String name(String key) {
    int colon = key.indexOf(':');
    return colon < 0 ? key : key.substring(0, colon);
  }

  /** The operator of an aggregate function by its key alone: all of them are of one family. */
  static Optional<SqlAggFunction> aggregate(String key) {
    return Optional.ofNullable(AGGREGATES.get(name(key)));
  }

  /** Isthmus' converter with our functions instead of the standard ones. */
  static final class Aggregates extends AggregateFunctionConverter {
    Aggregates(RelDataTypeFactory typeFactory) {
      super(List.of(), typeFactory);
    }

    @Override
    public Optional<SqlOperator> getSqlOperatorFromSubstraitFunc(String key, Type outputType) {
      return aggregate(key).map(SqlOperator.class::cast);
    }
  }
}
