package io.streamfusion.parity.fuzz;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The types of columns, with the values that random rows are made of, as parity's data lines. */
enum ValueSort {
  BOOLEAN("BOOLEAN", "true", "false"),
  TINYINT("TINYINT", "0", "1", "-1", "127", "-128"),
  SMALLINT("SMALLINT", "0", "1", "-7", "32767", "-32768"),
  INT("INT", "0", "1", "-1", "2", "2147483647", "-2147483648"),
  BIGINT("BIGINT", "0", "1", "-1", "3", "9223372036854775807", "-9223372036854775808"),
  FLOAT(
      "FLOAT",
      "0.0",
      "-0.0",
      "1.5",
      "0.1",
      "NaN",
      "bits:7fc00001",
      "Infinity",
      "-Infinity",
      "3.4028235E38"),
  DOUBLE(
      "DOUBLE",
      "0.0",
      "-0.0",
      "2.5",
      "0.1",
      "NaN",
      "bits:7ff8000000000001",
      "Infinity",
      "-Infinity",
      "1.7976931348623157E308"),
  DECIMAL("DECIMAL(10, 2)", "0.00", "1.50", "-1.50", "99999999.99", "0.01"),
  WIDE_DECIMAL(
      "DECIMAL(38, 3)",
      "0.000",
      "0.001",
      "-1.500",
      "99999999999999999999999999999999999.999",
      "-99999999999999999999999999999999999.999"),
  CHAR("CHAR(3)", "'abc'", "'   '", "'é z'", "'aaa'"),
  STRING(
      "STRING",
      "''",
      "'a'",
      "'b'",
      "'größe'",
      "'longer than seven'",
      "'日本'",
      // UTF-16 and bytes order these two differently.
      "'\uff5e'",
      "'\ud83d\ude00'"),
  VARBINARY("VARBINARY(9)", "X''", "X'00'", "X'00ff'", "X'0102030405060708'"),
  DATE("DATE", "1970-01-01", "2024-02-29", "0001-01-01", "9999-12-31"),
  TIME("TIME(3)", "00:00:00", "12:34:56.789", "23:59:59.999"),
  TIMESTAMP_MILLIS(
      "TIMESTAMP(3)", "1970-01-01 00:00:00", "1969-12-31 23:59:59.999", "2024-01-31 12:34:56.123"),
  TIMESTAMP_MICROS(
      "TIMESTAMP(6)",
      "1970-01-01 00:00:00",
      "1969-12-31 23:59:59.999999",
      "2024-01-31 12:34:56.123456"),
  TIMESTAMP_NANOS(
      "TIMESTAMP(9)",
      "1970-01-01 00:00:00",
      "1969-12-31 23:59:59.999999999",
      "2024-01-31 12:34:56.123456789"),
  TIMESTAMP_LTZ("TIMESTAMP_LTZ(3)", "1970-01-01T00:00:00Z", "2024-01-31T12:34:56.123Z"),
  ARRAY(
      "ARRAY<FLOAT>",
      "[]",
      "[0.0]",
      "[-0.0]",
      "[NaN]",
      "[bits:7fc00001]",
      "[null]",
      "[1.5, null, 0.1]"),
  ROW(
      "ROW<d DOUBLE, s STRING, t TIMESTAMP(6)>",
      "(0.0, 'a', null)",
      "(-0.0, 'a', null)",
      "(NaN, null, 1970-01-01 00:00:00)",
      "(bits:7ff8000000000001, null, 1969-12-31 23:59:59.999999)",
      "(null, 'longer than seven', null)",
      "(null, null, null)"),
  ROW_OF_ARRAY(
      "ROW<d DECIMAL(38, 3), a ARRAY<ROW<t TIMESTAMP(9), s STRING>>>",
      "(null, null)",
      "(0.001, [])",
      "(0.001, [null])",
      "(null, [(null, 'größe')])",
      "(-1.500, [(1969-12-31 23:59:59.999999999, '日本'), (null, null)])"),
  MAP("MAP<STRING, INT>", "{}", "{'a': 1, 'b': 2}", "{null: 1}", "{'a': null}");

  /** What keys and values have inside others. */
  static final List<ValueSort> NESTED = List.of(ARRAY, ROW, ROW_OF_ARRAY, MAP);

  static final List<ValueSort> FLAT =
      Stream.of(values()).filter(sort -> !NESTED.contains(sort)).toList();

  /** What SUM and AVG take. */
  static final List<ValueSort> NUMBERS =
      List.of(TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, WIDE_DECIMAL);

  private final String sql;
  private final List<String> values;

  ValueSort(String sql, String... values) {
    this.sql = sql;
    this.values = List.of(values);
  }

  String sql() {
    return sql;
  }

  /** A value: often one of the remarkable ones, else a small number where there are numbers. */
  String random(Random random) {
    if (random.nextInt(3) == 0) {
      switch (this) {
        case TINYINT, SMALLINT, INT, BIGINT -> {
          return Integer.toString(random.nextInt(21) - 10);
        }
        case FLOAT, DOUBLE -> {
          return Double.toString((random.nextInt(41) - 20) / 4.0);
        }
        case DECIMAL -> {
          return String.format("%d.%02d", random.nextInt(9), random.nextInt(100));
        }
        default -> {}
      }
    }
    return values.get(random.nextInt(values.size()));
  }
}
