package io.streamfusion.translator.rex.function;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * The operators that calls of our functions can have been in Flink's plan: what the call converters
 * know, looked up the other way.
 */
public final class FunctionOperators {

  private static final Map<String, OperatorNames> FAMILIES =
      Map.of(
          ArithmeticCallConverter.FAMILY, ArithmeticCallConverter.NAMES,
          ArithmeticCallConverter.DECIMAL_FAMILY, ArithmeticCallConverter.NAMES,
          ComparisonCallConverter.FAMILY, ComparisonCallConverter.NAMES,
          LogicCallConverter.FAMILY, LogicCallConverter.TESTS,
          StringCallConverter.FAMILY, StringCallConverter.NAMES);

  /** Those that a converter handles one by one. */
  private static final Map<String, SqlOperator> SINGLE =
      Map.ofEntries(
          Map.entry("logic.and", FlinkSqlOperatorTable.AND),
          Map.entry("logic.or", FlinkSqlOperatorTable.OR),
          Map.entry("string.trim", FlinkSqlOperatorTable.TRIM),
          Map.entry("datetime.extract", FlinkSqlOperatorTable.EXTRACT),
          Map.entry("datetime.date_format", FlinkSqlOperatorTable.DATE_FORMAT),
          Map.entry("datetime.floor", FlinkSqlOperatorTable.FLOOR),
          Map.entry("datetime.ceil", FlinkSqlOperatorTable.CEIL),
          Map.entry("datetime.plus", FlinkSqlOperatorTable.DATETIME_PLUS),
          Map.entry("datetime.minus", FlinkSqlOperatorTable.MINUS_DATE),
          Map.entry("conditional.coalesce", SqlStdOperatorTable.COALESCE));

  private FunctionOperators() {}

  /**
   * The operators, in the order of their names: a plan does not tell which of two spellings the
   * query had. Empty for a function that is no operator of Calcite's or Flink's.
   */
  public static List<SqlOperator> of(String family, String name) {
    SqlOperator single = SINGLE.get(family + "." + name);
    if (single != null) {
      return List.of(single);
    }
    OperatorNames names = FAMILIES.get(family);
    return names == null ? List.of() : names.operators(name);
  }
}
