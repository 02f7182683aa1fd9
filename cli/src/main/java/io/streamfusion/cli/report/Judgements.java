package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms in which a command writes what it looked at. */
public final class Judgements {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private Judgements() {}

  /**
   * Writes judgements.
   *
   * @param text the form for people, which GitHub's log shows as well
   */
  public static String write(ReportFormat format, List<Judgement> judgements, String text) {
    return write(format, Path.of(""), judgements, text);
  }

  /**
   * The same of files whose names are relative to a directory.
   *
   * @param directory from where the command runs, which is where GitHub looks for files
   */
  public static String write(
      ReportFormat format, Path directory, List<Judgement> judgements, String text) {
    return switch (format) {
      case TEXT -> text;
      case JSON -> json(judgements);
      case GITHUB -> text + github(directory, judgements);
      case JUNIT -> junit(judgements);
    };
  }

  private static String json(List<Judgement> judgements) {
    JsonArray array = new JsonArray();
    judgements.forEach(judgement -> array.add(json(judgement)));
    return json(array);
  }

  /** A document for programs. */
  public static String json(JsonArray array) {
    return GSON.toJson(array) + "\n";
  }

  /** One judgement of such a document, to which a command can add what it alone knows. */
  public static JsonObject json(Judgement judgement) {
    JsonObject json = new JsonObject();
    json.addProperty("file", judgement.file());
    json.addProperty("line", judgement.line());
    json.addProperty("column", judgement.column());
    json.addProperty("name", judgement.name());
    json.addProperty("title", judgement.title());
    json.addProperty("message", judgement.message());
    json.addProperty("finding", judgement.isFinding());
    return json;
  }

  /** An error for each finding; what is no finding is in the text. */
  private static String github(Path directory, List<Judgement> judgements) {
    StringBuilder text = new StringBuilder();
    for (Judgement judgement : judgements) {
      if (judgement.isFinding()) {
        text.append(
            GithubCommands.at(
                GithubCommands.Kind.ERROR,
                directory.resolve(judgement.file()).toString(),
                judgement.line(),
                judgement.column(),
                judgement.title(),
                judgement.name() + "\n" + judgement.message()));
      }
    }
    return text.toString();
  }

  private static String junit(List<Judgement> judgements) {
    Map<String, List<Judgement>> suites = new LinkedHashMap<>();
    judgements.forEach(
        judgement ->
            suites.computeIfAbsent(judgement.file(), file -> new ArrayList<>()).add(judgement));
    JunitXml xml = new JunitXml();
    suites.forEach(
        (file, cases) -> {
          xml.open(file, cases.size(), cases.stream().filter(Judgement::isFinding).count(), 0);
          for (Judgement judgement : cases) {
            if (judgement.isFinding()) {
              xml.failed(file, judgement.name(), "failure", judgement.title(), judgement.message());
            } else {
              xml.passed(file, judgement.name());
            }
          }
          xml.close();
        });
    return xml.end();
  }
}
