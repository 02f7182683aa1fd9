package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.cli.policy.CheckPolicy;
import java.util.List;

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
    root.add("coverage", StatementJson.coverage(result.coverage()));
    return GSON.toJson(root);
  }

  private static JsonObject file(String file, List<StatementReport> reports, CheckPolicy policy) {
    JsonArray statements = new JsonArray();
    reports.forEach(report -> statements.add(StatementJson.of(report, policy.isFinding(report))));
    JsonObject object = new JsonObject();
    object.addProperty("file", file);
    object.add("statements", statements);
    return object;
  }
}
