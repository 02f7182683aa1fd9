package io.streamfusion.cli.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.translator.support.FallbackReason;
import java.util.Collection;
import java.util.Locale;

/** What JSON says of a statement, whatever command asks. */
final class StatementJson {

  private StatementJson() {}

  /** Where it is, where it runs and why. */
  static JsonObject of(StatementReport report, boolean isFinding) {
    JsonObject statement = new JsonObject();
    statement.addProperty("statement", report.planned().statement().ordinal());
    statement.addProperty("line", report.planned().statement().line());
    statement.addProperty("column", report.planned().statement().column());
    statement.addProperty("title", report.planned().statement().title());
    statement.addProperty("routing", report.routing().name().toLowerCase(Locale.ROOT));
    statement.addProperty("finding", isFinding);
    report
        .expected()
        .ifPresent(
            said -> {
              statement.addProperty("expected", said.text());
              said.contradiction().ifPresent(what -> statement.addProperty("instead", what));
            });
    statement.add("reasons", reasons(report.reasons()));
    JsonArray notes = new JsonArray();
    report.planned().notes().forEach(notes::add);
    statement.add("notes", notes);
    report.planned().error().ifPresent(error -> statement.add("error", error(error)));
    return statement;
  }

  static JsonArray reasons(Collection<FallbackReason> reasons) {
    JsonArray array = new JsonArray();
    for (FallbackReason reason : reasons) {
      JsonObject json = new JsonObject();
      json.addProperty("code", reason.code().name());
      if (!reason.node().isEmpty()) {
        json.addProperty("node", reason.node());
      }
      json.addProperty("text", reason.text());
      array.add(json);
    }
    return array;
  }

  private static JsonObject error(Diagnostic error) {
    JsonObject json = new JsonObject();
    json.addProperty("line", error.line());
    json.addProperty("column", error.column());
    json.addProperty("message", error.message());
    error.hint().ifPresent(hint -> json.addProperty("hint", hint));
    return json;
  }

  static JsonObject coverage(Coverage coverage) {
    JsonObject summary = new JsonObject();
    summary.addProperty("queries", coverage.queries());
    summary.addProperty("native", coverage.nativeQueries());
    summary.addProperty("errors", coverage.errors());
    return summary;
  }
}
