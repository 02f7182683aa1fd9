package io.streamfusion.parity.function;

import java.io.Serializable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * A type as Substrait's test files write it: {@code i32}, {@code dec<10,2>}, {@code pts<3>}.
 *
 * @param name the part in front of the parameters
 * @param parameters lengths, precision and scale
 */
public record TestType(String name, List<Integer> parameters) implements Serializable {
  private static final Pattern SYNTAX = Pattern.compile("([a-z0-9_]+)(?:<([0-9, ]+)>)?");

  /** Reads the Substrait spelling. */
  public static TestType parse(String text) {
    Matcher matcher = SYNTAX.matcher(text.trim());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not a type: " + text);
    }
    List<Integer> parameters =
        matcher.group(2) == null
            ? List.of()
            : Stream.of(matcher.group(2).split(","))
                .map(String::trim)
                .map(Integer::valueOf)
                .toList();
    return new TestType(matcher.group(1), parameters);
  }

  /** The type of a column of Flink. */
  public static TestType of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return parse("bool");
      case TINYINT:
        return parse("i8");
      case SMALLINT:
        return parse("i16");
      case INTEGER:
        return parse("i32");
      case BIGINT:
        return parse("i64");
      case FLOAT:
        return parse("fp32");
      case DOUBLE:
        return parse("fp64");
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return new TestType("dec", List.of(decimal.getPrecision(), decimal.getScale()));
      case CHAR:
        return new TestType("fchar", List.of(((CharType) type).getLength()));
      case VARCHAR:
        int length = ((VarCharType) type).getLength();
        return length == VarCharType.MAX_LENGTH
            ? parse("str")
            : new TestType("vchar", List.of(length));
      case VARBINARY:
        return parse("vbin");
      case DATE:
        return parse("date");
      case TIME_WITHOUT_TIME_ZONE:
        return new TestType("ptime", List.of(((TimeType) type).getPrecision()));
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return new TestType("pts", List.of(((TimestampType) type).getPrecision()));
      case INTERVAL_DAY_TIME:
        return parse("iday");
      case INTERVAL_YEAR_MONTH:
        return parse("iyear");
      default:
        throw new IllegalArgumentException("No test type for " + type);
    }
  }

  /** The type in a Flink SQL cast or column. */
  public String toSql() {
    switch (name) {
      case "bool":
        return "BOOLEAN";
      case "i8":
        return "TINYINT";
      case "i16":
        return "SMALLINT";
      case "i32":
        return "INT";
      case "i64":
        return "BIGINT";
      case "fp32":
        return "FLOAT";
      case "fp64":
        return "DOUBLE";
      case "dec":
        return "DECIMAL(" + parameters.get(0) + ", " + parameters.get(1) + ")";
      case "fchar":
        return "CHAR(" + parameters.get(0) + ")";
      case "vchar":
        return "VARCHAR(" + parameters.get(0) + ")";
      case "str":
        return "STRING";
      case "vbin":
        return "BYTES";
      case "date":
        return "DATE";
      case "ptime":
        return "TIME(" + parameters.get(0) + ")";
      case "pts":
        return "TIMESTAMP(" + parameters.get(0) + ")";
      default:
        throw new IllegalArgumentException("No SQL type for " + this);
    }
  }

  /** Whether the values are text. */
  public boolean isText() {
    return name.equals("str") || name.equals("vchar") || name.equals("fchar");
  }

  /** Whether values of the type can only be written as SQL literals. */
  public boolean isLiteralOnly() {
    return name.equals("enum") || name.equals("iday") || name.equals("iyear");
  }

  @Override
  public String toString() {
    return parameters.isEmpty()
        ? name
        : name
            + parameters.stream().map(String::valueOf).collect(Collectors.joining(",", "<", ">"));
  }
}
