package io.streamfusion.cli.project;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value in a YAML file that knows where it is.
 *
 * @param file the file's name in messages
 * @param places of keys and of what lists hold
 */
record YamlNode(
    String file, JsonNode value, JsonPointer pointer, Map<JsonPointer, JsonLocation> places) {

  /**
   * The root of a file.
   *
   * @throws CliException if it is no YAML
   */
  static YamlNode parse(String file, String yaml) {
    try {
      ObjectMapper mapper = new ObjectMapper(new YAMLFactory());
      JsonNode root = mapper.readTree(yaml);
      return new YamlNode(file, root, JsonPointer.empty(), places(mapper, yaml));
    } catch (JsonProcessingException e) {
      String message = e.getOriginalMessage().lines().findFirst().orElse("").strip();
      throw new CliException(
          file + place(e.getLocation()) + ": not valid YAML (" + message + ")",
          "docs/sf-plan.md shows what the file may hold");
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot be read", e);
    }
  }

  private static Map<JsonPointer, JsonLocation> places(ObjectMapper mapper, String yaml)
      throws IOException {
    Map<JsonPointer, JsonLocation> places = new HashMap<>();
    try (JsonParser parser = mapper.createParser(yaml)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        // A key comes before its value, whose place is that of the key, too.
        places.putIfAbsent(
            parser.getParsingContext().pathAsPointer(), parser.currentTokenLocation());
      }
    }
    return places;
  }

  private static String place(JsonLocation location) {
    return location == null ? "" : ":" + location.getLineNr() + ":" + location.getColumnNr();
  }

  /** That something is wrong here. */
  CliException error(String message, String hint) {
    return new CliException(file + place(places.get(pointer)) + ": " + message, hint);
  }

  boolean isEmpty() {
    return value == null || value.isMissingNode() || value.isNull();
  }

  /** The value of a key; empty if there is none. */
  Optional<YamlNode> get(String key) {
    return Optional.of(value.path(key))
        .filter(child -> !child.isMissingNode() && !child.isNull())
        .map(child -> new YamlNode(file, child, pointer.appendProperty(key), places));
  }

  /** The values of all keys. */
  Map<String, YamlNode> entries() {
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    value
        .properties()
        .forEach(
            entry ->
                entries.put(
                    entry.getKey(),
                    new YamlNode(
                        file, entry.getValue(), pointer.appendProperty(entry.getKey()), places)));
    return entries;
  }

  /** What a list holds. */
  List<YamlNode> elements() {
    List<YamlNode> elements = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      elements.add(new YamlNode(file, value.get(i), pointer.appendIndex(i), places));
    }
    return elements;
  }

  String text() {
    return value.asText();
  }
}
