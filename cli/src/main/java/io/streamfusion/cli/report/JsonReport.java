package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The JSON form of {@code check}: one object per file, one per statement, and the coverage. */
public final class JsonReport {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private JsonReport() {}

  /** Writes the reports of files in the order given. */
  public static String of(Map<Path, List<StatementReport>> files, Coverage coverage) {
    JsonArray fileArray = new JsonArray();
    files.forEach((file, reports) -> fileArray.add(file(file, reports)));
    JsonObject root = new JsonObject();
    root.add("files", fileArray);
    JsonObject summary = new JsonObject();
    summary.addProperty("queries", coverage.queries());
    summary.addProperty("native", coverage.nativeQueries());
    summary.addProperty("errors", coverage.errors());
    root.add("coverage", summary);
    return GSON.toJson(root);
  }

  private static JsonObject file(Path file, List<StatementReport> reports) {
    JsonArray statements = new JsonArray();
    for (StatementReport report : reports) {
      JsonObject statement = new JsonObject();
      statement.addProperty("statement", report.planned().statement().ordinal());
      statement.addProperty("line", report.planned().statement().line());
      statement.addProperty("column", report.planned().statement().column());
      statement.addProperty("title", report.planned().statement().title());
      statement.addProperty("routing", report.routing().name().toLowerCase(java.util.Locale.ROOT));
      JsonArray reasons = new JsonArray();
      report.reasons().forEach(reason -> reasons.add(reason.toString()));
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
    object.addProperty("file", file.toString());
    object.add("statements", statements);
    return object;
  }
}
