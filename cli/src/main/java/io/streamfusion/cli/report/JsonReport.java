package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.cli.policy.CheckPolicy;
import io.streamfusion.translator.support.FallbackReason;
import java.util.List;
import java.util.Locale;

/** The JSON form of {@code check}: one object per file, one per statement, and the coverage. */
public final class JsonReport {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private JsonReport() {}

  /** Writes the files in their order. */
  public static String of(CheckResult result) {
    JsonArray fileArray = new JsonArray();
    result.files().forEach((file, reports) -> fileArray.add(file(file, reports, result.policy())));
    JsonObject root = new JsonObject();
    root.add("files", fileArray);
    JsonArray obstacles = new JsonArray();
    for (ReasonSummary obstacle : result.obstacles()) {
      JsonObject json = new JsonObject();
      json.addProperty("obstacle", obstacle.obstacle());
      json.addProperty("queries", obstacle.queries());
      json.addProperty("alone", obstacle.alone());
      obstacles.add(json);
    }
    root.add("obstacles", obstacles);
    JsonArray violations = new JsonArray();
    result.violations().forEach(violations::add);
    root.add("policyViolations", violations);
    Coverage coverage = result.coverage();
    JsonObject summary = new JsonObject();
    summary.addProperty("queries", coverage.queries());
    summary.addProperty("native", coverage.nativeQueries());
    summary.addProperty("errors", coverage.errors());
    root.add("coverage", summary);
    return GSON.toJson(root);
  }

  private static JsonObject reason(FallbackReason reason) {
    JsonObject json = new JsonObject();
    json.addProperty("code", reason.code().name());
    if (!reason.node().isEmpty()) {
      json.addProperty("node", reason.node());
    }
    json.addProperty("text", reason.text());
    return json;
  }

  private static JsonObject file(String file, List<StatementReport> reports, CheckPolicy policy) {
    JsonArray statements = new JsonArray();
    for (StatementReport report : reports) {
      JsonObject statement = new JsonObject();
      statement.addProperty("statement", report.planned().statement().ordinal());
      statement.addProperty("line", report.planned().statement().line());
      statement.addProperty("column", report.planned().statement().column());
      statement.addProperty("title", report.planned().statement().title());
      statement.addProperty("routing", report.routing().name().toLowerCase(Locale.ROOT));
      statement.addProperty("finding", policy.isFinding(report));
      report
          .expected()
          .ifPresent(
              said -> {
                statement.addProperty("expected", said.text());
                said.contradiction().ifPresent(what -> statement.addProperty("instead", what));
              });
      JsonArray reasons = new JsonArray();
      report.reasons().forEach(reason -> reasons.add(reason(reason)));
      statement.add("reasons", reasons);
      JsonArray notes = new JsonArray();
      report.planned().notes().forEach(notes::add);
      statement.add("notes", notes);
      report
          .planned()
          .error()
          .ifPresent(
              error -> {
                JsonObject json = new JsonObject();
                json.addProperty("line", error.line());
                json.addProperty("column", error.column());
                json.addProperty("message", error.message());
                error.hint().ifPresent(hint -> json.addProperty("hint", hint));
                statement.add("error", json);
              });
      statements.add(statement);
    }
    JsonObject object = new JsonObject();
    object.addProperty("file", file);
    object.add("statements", statements);
    return object;
  }
}
