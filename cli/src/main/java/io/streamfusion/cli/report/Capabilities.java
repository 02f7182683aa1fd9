package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.streamfusion.translator.coverage.SupportEntry;
import io.streamfusion.translator.coverage.SupportRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The support matrix of the translator's registry, written and compared. */
public final class Capabilities {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private Capabilities() {}

  /** For people: a section per kind. */
  public static String text() {
    StringBuilder text = new StringBuilder();
    for (SupportEntry.Kind kind : SupportEntry.Kind.values()) {
      text.append(kind.title()).append('\n');
      for (SupportEntry entry : SupportRegistry.entries()) {
        if (entry.kind() == kind) {
          text.append("  ").append(entry.name()).append(": ").append(entry.level().text());
          notes(entry).forEach(note -> text.append("\n      ").append(note));
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  /** For programs, and for {@link #difference} later on. */
  public static String json() {
    JsonArray array = new JsonArray();
    for (SupportEntry entry : SupportRegistry.entries()) {
      JsonObject json = new JsonObject();
      json.addProperty("kind", entry.kind().name().toLowerCase(Locale.ROOT));
      json.addProperty("name", entry.name());
      json.addProperty("support", entry.level().text());
      JsonArray notes = new JsonArray();
      notes(entry).forEach(notes::add);
      json.add("notes", notes);
      array.add(json);
    }
    return GSON.toJson(array) + "\n";
  }

  /**
   * What changed since another version, a line each: {@code +} what is new, {@code -} what is gone,
   * {@code ~} what changed.
   *
   * @param file the name of the other version's file in messages
   * @param old what {@link #json} of the other version wrote
   */
  public static List<String> difference(String file, String old) {
    Map<String, String> before = lines(file, old);
    Map<String, String> now = lines("this version", json());
    List<String> difference = new ArrayList<>();
    before.forEach(
        (name, line) -> {
          if (!now.containsKey(name)) {
            difference.add("- " + name + ": " + line);
          } else if (!now.get(name).equals(line)) {
            difference.add("~ " + name + ": " + line + " -> " + now.get(name));
          }
        });
    now.forEach(
        (name, line) -> {
          if (!before.containsKey(name)) {
            difference.add("+ " + name + ": " + line);
          }
        });
    return difference;
  }

  private static List<String> notes(SupportEntry entry) {
    return entry.note().isEmpty() ? List.of() : List.of(entry.note().split("<br>", -1));
  }

  private static Map<String, String> lines(String file, String json) {
    Map<String, String> lines = new LinkedHashMap<>();
    try {
      for (JsonElement element : JsonParser.parseString(json).getAsJsonArray()) {
        JsonObject entry = element.getAsJsonObject();
        List<String> notes = new ArrayList<>();
        member(entry, "notes").getAsJsonArray().forEach(note -> notes.add(note.getAsString()));
        lines.put(
            member(entry, "kind").getAsString() + " " + member(entry, "name").getAsString(),
            member(entry, "support").getAsString()
                + (notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")"));
      }
    } catch (JsonParseException | IllegalStateException e) {
      throw new CliException(
          file + ": not what sf-plan capabilities --format json writes",
          "write it with the sf-plan of the other version");
    }
    return lines;
  }

  private static JsonElement member(JsonObject entry, String name) {
    if (!entry.has(name)) {
      throw new JsonParseException("no " + name);
    }
    return entry.get(name);
  }
}
