package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes random queries. */
final class QueryGenerator {
  static final long TTL_MILLIS = 1_000;

  /** A query has a set of these; others have no native form yet and stay rare. */
  private static final List<String> COMMON = List.of("COUNT", "SUM", "AVG", "MIN", "MAX");

  /** Functions that keep values, or lists of them. */
  private static final List<String> VALUES =
      List.of("FIRST_VALUE", "LAST_VALUE", "LISTAGG", "ARRAY_AGG");

  private static final List<String> RARE =
      List.of(
          "STDDEV_POP",
          "STDDEV_SAMP",
          "VAR_POP",
          "VAR_SAMP",
          "COLLECT",
          "JSON_ARRAYAGG",
          "JSON_OBJECTAGG");

  private static final List<String> NULL_CLAUSES = List.of("", " NULL ON NULL", " ABSENT ON NULL");

  private static final List<String> STATISTICS =
      List.of("STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP");

  private static final List<String> SEPARATORS = List.of("", ",", " – ");

  private final Random random;

  QueryGenerator(Random random) {
    this.random = random;
  }

  Query next() {
    Query.Form form = form();
    boolean upsert = form == Query.Form.KEYED && oneIn(6);
    List<Column> columns = keyColumns(form, upsert);
    List<String> keys = columns.stream().map(Column::name).toList();
    List<Column> arguments = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      ValueSort sort = oneIn(2) ? any(ValueSort.NUMBERS) : sort();
      arguments.add(new Column("v" + i, sort, !oneIn(8)));
    }
    columns.addAll(arguments);
    columns.add(new Column("b", ValueSort.BOOLEAN, true));
    columns.add(new Column("i", ValueSort.INT, true));
    boolean retracting = oneIn(2);
    boolean rare = oneIn(4);
    int calls = form == Query.Form.DISTINCT ? 0 : 1 + random.nextInt(4);
    Set<String> aggregates = new LinkedHashSet<>();
    for (int i = 0; i < calls; i++) {
      aggregates.add(aggregate(form, arguments, functions(form, rare)));
    }
    return new Query(
        form,
        List.copyOf(columns),
        keys,
        grouping(form, keys),
        List.copyOf(aggregates),
        calls > 0 && oneIn(5) ? having() : "",
        retracting,
        oneIn(3) ? TTL_MILLIS : 0,
        upsert,
        oneIn(2),
        1 + random.nextInt(oneIn(2) ? 4 : 40));
  }

  private List<Column> keyColumns(Query.Form form, boolean upsert) {
    List<Column> keys = new ArrayList<>();
    if (form == Query.Form.KEYLESS) {
      return keys;
    }
    int count = form == Query.Form.GROUPING_SETS ? 2 : 1 + random.nextInt(oneIn(3) ? 3 : 1);
    for (int i = 0; i < count; i++) {
      // A primary key has flat columns.
      keys.add(new Column("k" + i, upsert ? any(ValueSort.FLAT) : sort(), !upsert));
    }
    return keys;
  }

  private ValueSort sort() {
    return any(oneIn(4) ? ValueSort.NESTED : ValueSort.FLAT);
  }

  private Query.Form form() {
    return switch (random.nextInt(10)) {
      case 0 -> Query.Form.KEYLESS;
      case 1 -> Query.Form.DISTINCT;
      case 2 -> Query.Form.GROUPING_SETS;
      case 3 -> Query.Form.NESTED;
      default -> Query.Form.KEYED;
    };
  }

  private String grouping(Query.Form form, List<String> keys) {
    String all = String.join(", ", keys);
    if (form != Query.Form.GROUPING_SETS) {
      return all;
    }
    return switch (random.nextInt(3)) {
      case 0 -> "CUBE (" + all + ")";
      case 1 -> "ROLLUP (" + all + ")";
      default -> "GROUPING SETS ((" + keys.get(0) + "), (" + all + "))";
    };
  }

  private String having() {
    return switch (random.nextInt(3)) {
      case 0 -> "COUNT(*) > " + (1 + random.nextInt(3));
      case 1 -> "COUNT(i) <> 2";
      default -> "SUM(i) IS NOT NULL";
    };
  }

  private List<String> functions(Query.Form form, boolean rare) {
    if (rare && oneIn(2)) {
      return RARE;
    }
    // An aggregate over another one groups by its results, which must not nest.
    return oneIn(2) ? COMMON : form == Query.Form.NESTED ? VALUES.subList(0, 3) : VALUES;
  }

  private String aggregate(Query.Form form, List<Column> arguments, List<String> functions) {
    // Raw bits tell keys apart, and those of a NaN are not fixed behind an aggregate.
    boolean floats =
        arguments.stream()
            .map(Column::sort)
            .anyMatch(sort -> sort == ValueSort.FLOAT || sort == ValueSort.DOUBLE);
    return form == Query.Form.NESTED && floats
        ? "COUNT(" + any(arguments).name() + ")"
        : aggregate(arguments, functions);
  }

  private String aggregate(List<Column> arguments, List<String> functions) {
    Column argument = any(arguments);
    String function = any(functions);
    boolean number = ValueSort.NUMBERS.contains(argument.sort());
    if (!number && (function.equals("SUM") || function.equals("AVG"))) {
      function = "COUNT";
    }
    if (!number && STATISTICS.contains(function)) {
      function = "COLLECT";
    }
    if (ValueSort.NESTED.contains(argument.sort())) {
      function = "COUNT";
    }
    if (function.equals("JSON_OBJECTAGG")) {
      // Keys that meet again fail; of several values they seldom do.
      return "JSON_OBJECTAGG(KEY "
          + text(argument)
          + " || CAST(i AS STRING) VALUE "
          + any(arguments).name()
          + any(NULL_CLAUSES)
          + ")";
    }
    String filter = oneIn(4) ? " FILTER (WHERE " + condition(argument) + ")" : "";
    if (function.equals("COUNT") && oneIn(3)) {
      return "COUNT(*)" + filter;
    }
    String distinct = oneIn(5) ? "DISTINCT " : "";
    if (function.equals("LISTAGG")) {
      String separator = oneIn(2) ? ", '" + any(SEPARATORS) + "'" : "";
      return "LISTAGG(" + distinct + text(argument) + separator + ")" + filter;
    }
    // IGNORE NULLS takes no FILTER.
    boolean ignoring = function.equals("ARRAY_AGG") && oneIn(2);
    return function
        + "("
        + distinct
        + argument.name()
        + (ignoring ? " IGNORE NULLS" : "")
        + ")"
        + (ignoring ? "" : filter);
  }

  /** A column as text. */
  private static String text(Column column) {
    return switch (column.sort()) {
      case STRING, CHAR -> column.name();
      default -> "CAST(" + column.name() + " AS STRING)";
    };
  }

  private String condition(Column argument) {
    return switch (random.nextInt(4)) {
      case 0 -> "b";
      case 1 -> "i > 0";
      case 2 -> argument.name() + " IS NOT NULL";
      default -> "NOT b OR i = 1";
    };
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
