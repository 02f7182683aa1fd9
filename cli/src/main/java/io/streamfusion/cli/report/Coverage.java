package io.streamfusion.cli.report;

import java.util.Collection;
import java.util.List;

/** How many of the queries in some files run natively. */
public record Coverage(int queries, int nativeQueries, int errors) {

  /** Counts over files. */
  public static Coverage of(Collection<List<StatementReport>> files) {
    int queries = 0;
    int nativeQueries = 0;
    int errors = 0;
    for (List<StatementReport> reports : files) {
      for (StatementReport report : reports) {
        queries += report.queries();
        nativeQueries += report.nativeQueries();
        errors += report.routing() == StatementReport.Routing.ERROR ? 1 : 0;
      }
    }
    return new Coverage(queries, nativeQueries, errors);
  }

  /** One line for people. */
  public String text() {
    String percent = queries == 0 ? "" : " (" + Math.floorDiv(100 * nativeQueries, queries) + " %)";
    return "coverage: "
        + nativeQueries
        + " of "
        + queries
        + " queries native"
        + percent
        + (errors == 0 ? "" : ", " + errors + " statement(s) with errors");
  }
}
