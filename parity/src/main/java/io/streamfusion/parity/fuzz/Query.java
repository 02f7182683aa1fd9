package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A random stateful query over the table {@code src}.
 *
 * @param form its shape
 * @param columns columns of the input
 * @param keys names of the grouping columns
 * @param grouping what follows GROUP BY, empty for none
 * @param aggregates the calls
 * @param having a condition, empty for none
 * @param retracting whether rows of the input are taken back
 * @param stateTtlMillis how long state lives after a write, 0 for ever
 * @param upsert whether the sink takes updates without the rows that they replace
 * @param objectReuse whether {@code pipeline.object-reuse} is on
 * @param batchRows {@code streamfusion.batch.size}
 */
record Query(
    Form form,
    List<Column> columns,
    List<String> keys,
    String grouping,
    List<String> aggregates,
    String having,
    boolean retracting,
    long stateTtlMillis,
    boolean upsert,
    boolean objectReuse,
    int batchRows) {

  static final String SOURCE = "src";

  /** Calls whose results are computed. */
  static final Pattern ARITHMETIC = Pattern.compile("^(SUM|AVG|STDDEV|VAR)");

  /** The shapes of queries. */
  enum Form {
    /** GROUP BY columns. */
    KEYED,
    /** Aggregates over all rows. */
    KEYLESS,
    /** SELECT DISTINCT. */
    DISTINCT,
    /** GROUPING SETS, CUBE, ROLLUP. */
    GROUPING_SETS,
    /** An aggregate over the results of another one. */
    NESTED
  }

  /**
   * Whether rows of one group come from one subtask of the source when rows are spread by the
   * grouping columns: only then is their order fixed at parallelism above 1.
   */
  boolean spreads() {
    return form == Form.KEYED || form == Form.DISTINCT;
  }

  String ddl(String options) {
    return columns.stream()
        .map(Column::ddl)
        .collect(
            Collectors.joining(
                ", ",
                "CREATE TABLE " + SOURCE + " (",
                ") WITH ('connector' = 'parity-source', 'data' = 'rows'"
                    + (retracting ? ", 'changes' = 'retract'" : "")
                    + options
                    + ")"));
  }

  String sql() {
    if (form == Form.DISTINCT) {
      return "SELECT DISTINCT " + String.join(", ", keys) + " FROM " + SOURCE;
    }
    List<String> selected = new ArrayList<>(keys);
    if (form == Form.GROUPING_SETS) {
      selected.add("GROUPING_ID(" + String.join(", ", keys) + ") AS g");
    }
    for (int i = 0; i < aggregates.size(); i++) {
      selected.add(aggregates.get(i) + " AS a" + i);
    }
    String grouped =
        "SELECT "
            + String.join(", ", selected)
            + " FROM "
            + SOURCE
            + (grouping.isEmpty() ? "" : " GROUP BY " + grouping)
            + (having.isEmpty() ? "" : " HAVING " + having);
    if (form != Form.NESTED) {
      return grouped;
    }
    String outer =
        aggregates.size() > 1 ? ", COUNT(a1) AS c, COUNT(DISTINCT a1) AS d, MAX(a1) AS m" : "";
    return "SELECT a0, COUNT(*) AS n" + outer + " FROM (" + grouped + ") GROUP BY a0";
  }

  /** Number of columns in front of the results. */
  int leadingColumns() {
    return form == Form.GROUPING_SETS ? keys.size() + 1 : keys.size();
  }

  /**
   * Whether the bits of a NaN in a column that leaves are not fixed. Java does not say which of two
   * NaNs their sum is: HotSpot's interpreter and its compilers differ. And values that DISTINCT
   * calls, ARRAY_AGG, or MIN and MAX of retracting input keep in maps and lists lose them where
   * they are serialized, which depends on the state backend.
   */
  boolean losesNan(int column) {
    if (form == Form.NESTED) {
      return column > 0;
    }
    int call = column - leadingColumns();
    return call >= 0
        && (retracting
            || aggregates.get(call).contains("DISTINCT")
            || aggregates.get(call).startsWith("ARRAY_AGG")
            || ARITHMETIC.matcher(aggregates.get(call)).find());
  }

  /** The same without one of its calls. */
  Query withoutAggregate(int index) {
    List<String> fewer = new ArrayList<>(aggregates);
    fewer.remove(index);
    return with(fewer, having);
  }

  Query withoutHaving() {
    return with(aggregates, "");
  }

  private Query with(List<String> otherAggregates, String otherHaving) {
    return new Query(
        form,
        columns,
        keys,
        grouping,
        otherAggregates,
        otherHaving,
        retracting,
        stateTtlMillis,
        upsert,
        objectReuse,
        batchRows);
  }
}
