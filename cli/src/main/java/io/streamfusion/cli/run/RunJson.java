package io.streamfusion.cli.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.runner.Recorded;
import java.util.List;
import java.util.Map;

/** The JSON form of {@code run}: per statement what each engine did, and the verdict of both. */
final class RunJson {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final RunRequest.Detail detail;

  private RunJson(RunRequest.Detail detail) {
    this.detail = detail;
  }

  static String of(List<RunResult> results, RunRequest.Detail detail) {
    RunJson json = new RunJson(detail);
    JsonArray files = new JsonArray();
    results.forEach(result -> files.add(json.file(result)));
    JsonObject root = new JsonObject();
    root.add("files", files);
    return GSON.toJson(root) + "\n";
  }

  private JsonObject file(RunResult result) {
    JsonObject json = new JsonObject();
    json.addProperty("file", result.file());
    JsonArray contradictions = new JsonArray();
    result.contradictions().forEach(contradictions::add);
    json.add("notAsExpected", contradictions);
    JsonArray statements = new JsonArray();
    for (int i = 0; i < result.size(); i++) {
      if (result.movesRows(i)) {
        statements.add(statement(result, i));
      }
    }
    json.add("statements", statements);
    return json;
  }

  private JsonObject statement(RunResult result, int index) {
    StatementRun first = result.runs().values().iterator().next().get(index);
    JsonObject json = new JsonObject();
    json.addProperty("statement", first.statement().ordinal());
    json.addProperty("line", first.statement().line());
    json.addProperty("column", first.statement().column());
    json.addProperty("title", first.statement().title());
    JsonArray notes = new JsonArray();
    first.notes().forEach(notes::add);
    json.add("notes", notes);
    if (result.compares()) {
      Verdict verdict = result.verdict(index);
      json.addProperty("verdict", verdict.kind().text());
      verdict.difference().ifPresent(what -> json.addProperty("difference", what));
    }
    JsonArray engines = new JsonArray();
    result
        .runs()
        .forEach((engine, runs) -> engines.add(engine(engine, runs.get(index), result.compares())));
    json.add("engines", engines);
    return json;
  }

  private JsonObject engine(RunEngine engine, StatementRun run, boolean compares) {
    JsonObject json = new JsonObject();
    json.addProperty("engine", engine.text());
    run.error().ifPresent(error -> json.addProperty("error", error.text()));
    run.job().ifPresent(job -> job(json, engine, job, compares));
    return json;
  }

  private void job(JsonObject json, RunEngine engine, StatementRun.Job job, boolean compares) {
    json.addProperty("rowsRead", job.rowsRead());
    json.addProperty("rowsWritten", job.rowsWritten());
    json.addProperty("millis", job.millis());
    if (engine == RunEngine.NATIVE) {
      json.addProperty("native", job.isNative());
    }
    job.failure().ifPresent(cause -> json.addProperty("failure", cause.toString()));
    JsonArray routing = new JsonArray();
    job.routing().forEach(routing::add);
    json.add("routing", routing);
    if (detail.analyze()) {
      JsonArray operators = new JsonArray();
      AnalyzeText.of(job).forEach(operators::add);
      json.add("operators", operators);
    }
    if (!compares) {
      JsonObject sinks = new JsonObject();
      job.sinks().forEach((sink, rows) -> sinks.add(sink, rows(rows)));
      json.add("rows", sinks);
    }
  }

  private JsonArray rows(Map<Integer, List<Recorded>> bySubtask) {
    JsonArray array = new JsonArray();
    bySubtask.values().stream()
        .flatMap(List::stream)
        .filter(row -> !row.isWatermark())
        .limit(detail.rows())
        .forEach(row -> array.add(row(row)));
    return array;
  }

  private static JsonObject row(Recorded row) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", row.kind().shortString());
    JsonArray fields = new JsonArray();
    for (String field : row.fields()) {
      fields.add(field);
    }
    json.add("fields", fields);
    return json;
  }
}
