package io.streamfusion.parity.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How a function of ours is written in Flink SQL. */
final class FunctionSql {
  /** By name; {@code $n} is an argument, {@code $*} all of them, {@code $type} the result type. */
  private static final Map<String, String> TEMPLATES =
      Map.ofEntries(
          Map.entry("abs", "ABS($0)"),
          Map.entry("add", "$0 + $1"),
          Map.entry("cast", "CAST($0 AS $type)"),
          Map.entry("ceil", "CEIL($0)"),
          Map.entry("char_length", "CHAR_LENGTH($0)"),
          Map.entry("concat", "CONCAT($*)"),
          Map.entry("concat_operator", "$0 || $1"),
          Map.entry("concat_ws", "CONCAT_WS($*)"),
          Map.entry("date_format", "DATE_FORMAT($0, $1)"),
          Map.entry("divide", "$0 / $1"),
          Map.entry("equal", "$0 = $1"),
          Map.entry("extract", "EXTRACT($0 FROM $1)"),
          Map.entry("floor", "FLOOR($0)"),
          Map.entry("greater_than", "$0 > $1"),
          Map.entry("greater_than_or_equal", "$0 >= $1"),
          Map.entry("is_distinct_from", "$0 IS DISTINCT FROM $1"),
          Map.entry("is_false", "$0 IS FALSE"),
          Map.entry("is_not_distinct_from", "$0 IS NOT DISTINCT FROM $1"),
          Map.entry("is_not_false", "$0 IS NOT FALSE"),
          Map.entry("is_not_null", "$0 IS NOT NULL"),
          Map.entry("is_not_true", "$0 IS NOT TRUE"),
          Map.entry("is_null", "$0 IS NULL"),
          Map.entry("is_true", "$0 IS TRUE"),
          Map.entry("left", "LEFT($0, $1)"),
          Map.entry("less_than", "$0 < $1"),
          Map.entry("less_than_or_equal", "$0 <= $1"),
          Map.entry("lower", "LOWER($0)"),
          Map.entry("ltrim", "LTRIM($*)"),
          Map.entry("minus", "$0 - $1"),
          Map.entry("mod", "MOD($0, $1)"),
          Map.entry("multiply", "$0 * $1"),
          Map.entry("negate", "- $0"),
          Map.entry("not", "NOT $0"),
          Map.entry("not_equal", "$0 <> $1"),
          Map.entry("plus", "$0 + $1"),
          Map.entry("regexp_extract", "REGEXP_EXTRACT($*)"),
          Map.entry("right", "RIGHT($0, $1)"),
          Map.entry("rtrim", "RTRIM($*)"),
          Map.entry("sign", "SIGN($0)"),
          Map.entry("split_index", "SPLIT_INDEX($0, $1, $2)"),
          Map.entry("substring", "SUBSTRING($*)"),
          Map.entry("subtract", "$0 - $1"),
          Map.entry("trim", "TRIM($0 $1 FROM $2)"),
          Map.entry("try_cast", "TRY_CAST($0 AS $type)"),
          Map.entry("upper", "UPPER($0)"));

  /** Functions whose arguments behind the first have to be literals. */
  private static final Set<String> LITERAL_TAIL =
      Set.of("in", "like", "date_format", "regexp_extract", "ltrim", "rtrim");

  private FunctionSql() {}

  /** Whether an argument is written into the SQL text. */
  static boolean isLiteral(TestLine line, int argument) {
    TestType type = line.arguments().get(argument).type();
    return type.isLiteralOnly()
        || (LITERAL_TAIL.contains(line.function()) && argument > 0)
        || (line.function().equals("trim") && argument == 1);
  }

  /** The arguments that are columns. */
  static List<TestValue> columns(TestLine line) {
    List<TestValue> columns = new ArrayList<>();
    for (int i = 0; i < line.arguments().size(); i++) {
      if (!isLiteral(line, i)) {
        columns.add(line.arguments().get(i));
      }
    }
    return columns;
  }

  /** The expression; the columns are named {@code a0}, {@code a1}... */
  static String expression(TestLine line) {
    List<String> arguments = new ArrayList<>();
    int columns = 0;
    for (int i = 0; i < line.arguments().size(); i++) {
      arguments.add(isLiteral(line, i) ? line.arguments().get(i).toSql() : "a" + columns++);
    }
    String sql = template(line);
    sql = sql.replace("$*", String.join(", ", arguments));
    for (int i = 0; i < arguments.size(); i++) {
      sql = sql.replace("$" + i, arguments.get(i));
    }
    return sql.contains("$type") ? sql.replace("$type", line.declared().toSql()) : sql;
  }

  private static String template(TestLine line) {
    int count = line.arguments().size();
    switch (line.function()) {
      case "in":
        StringBuilder points = new StringBuilder("$1");
        for (int i = 2; i < count; i++) {
          points.append(", $").append(i);
        }
        return "$0 IN (" + points + ")";
      case "like":
        return count == 2 ? "$0 LIKE $1" : "$0 LIKE $1 ESCAPE $2";
      case "position":
        return count == 2 ? "POSITION($0 IN $1)" : "LOCATE($0, $1, $2)";
      case "floor":
        return count == 1 ? "FLOOR($0)" : "FLOOR($0 TO $1)";
      case "ceil":
        return count == 1 ? "CEIL($0)" : "CEIL($0 TO $1)";
      default:
        String template = TEMPLATES.get(line.function());
        if (template == null) {
          throw new IllegalArgumentException("No SQL for the function " + line.function());
        }
        return template;
    }
  }
}
