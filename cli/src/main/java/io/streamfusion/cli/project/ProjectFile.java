package io.streamfusion.cli.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.streamfusion.cli.policy.CheckPolicy;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.translator.support.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What {@code sf-plan.yaml} says. Every key can be left out:
 *
 * <pre>
 * flink-version: 2.2.1
 * paths: [sql]
 * init: [tables.sql]
 * lib: [lib]
 * set:
 *   table.exec.state.ttl: 1 h
 * define:
 *   TOPIC: orders
 * functions:
 *   normalize: (STRING, INT) -&gt; STRING
 * policy:
 *   min-coverage: 80
 *   max-fallbacks: 2
 *   deny: [TYPE_NOT_SUPPORTED]
 *   allow: [OPERATOR_NOT_SUPPORTED]
 * exceptions:
 *   - files: sql/legacy/*.sql
 *     allow: [OPERATOR_NOT_SUPPORTED]
 *     because: they move to another job
 * </pre>
 *
 * @param flinkVersion the version that the project's jobs run on
 * @param paths what commands read that are given no FILE
 * @param init scripts that run before each file
 * @param lib jars and directories of connectors and functions
 * @param settings table options to start from
 * @param definitions what variables in SQL stand for
 * @param functions signatures of functions whose classes are not there
 * @param policy what {@code check} looks for
 * @param exceptions files whose queries may stay on Flink
 */
public record ProjectFile(
    Optional<String> flinkVersion,
    List<String> paths,
    List<String> init,
    List<String> lib,
    Map<String, String> settings,
    Map<String, String> definitions,
    Map<String, String> functions,
    CheckPolicy policy,
    List<Exemption> exceptions) {

  /** The file's name, in the project's directory. */
  public static final String NAME = "sf-plan.yaml";

  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              "flink-version",
              "paths",
              "init",
              "lib",
              "set",
              "define",
              "functions",
              "policy",
              "exceptions"));
  private static final Set<String> EXCEPTION_KEYS =
      new TreeSet<>(Set.of("files", "allow", "because"));
  private static final Set<String> POLICY_KEYS =
      new TreeSet<>(Set.of("min-coverage", "max-fallbacks", "deny", "allow"));

  public ProjectFile {
    paths = List.copyOf(paths);
    init = List.copyOf(init);
    lib = List.copyOf(lib);
    exceptions = List.copyOf(exceptions);
  }

  /** A project without a file. */
  public static ProjectFile empty() {
    return new ProjectFile(
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        CheckPolicy.none(),
        List.of());
  }

  /** The statements of a file, those that its exceptions allow marked as expected. */
  public List<StatementReport> exempt(String file, List<StatementReport> statements) {
    List<StatementReport> marked = statements;
    for (Exemption exemption : exceptions) {
      marked = exemption.apply(file, marked);
    }
    return marked;
  }

  /**
   * Reads a file's text.
   *
   * @param name the file's name in messages
   * @throws CliException if it is no YAML or says something unknown
   */
  public static ProjectFile parse(String name, String yaml) {
    JsonNode root = tree(name, yaml);
    if (root == null || root.isMissingNode() || root.isNull()) {
      return empty();
    }
    knownKeys(name, "", root, KEYS);
    return new ProjectFile(
        Optional.ofNullable(root.get("flink-version")).map(JsonNode::asText),
        texts(name, root, "paths"),
        texts(name, root, "init"),
        texts(name, root, "lib"),
        values(name, root, "set"),
        values(name, root, "define"),
        values(name, root, "functions"),
        policy(name, root.path("policy")),
        exceptions(name, root.path("exceptions")));
  }

  private static List<Exemption> exceptions(String name, JsonNode list) {
    if (!list.isMissingNode() && !list.isArray()) {
      throw new CliException(
          name + ": 'exceptions' must be a list", "each with files, allow and because");
    }
    List<Exemption> exceptions = new ArrayList<>();
    for (JsonNode node : list) {
      knownKeys(name, "exceptions.", node, EXCEPTION_KEYS);
      for (String key : EXCEPTION_KEYS) {
        if (!node.hasNonNull(key)) {
          throw new CliException(
              name + ": an exception without '" + key + "'", "each has files, allow and because");
        }
      }
      exceptions.add(
          new Exemption(
              node.get("files").asText(),
              codes(name, node, "allow"),
              node.get("because").asText()));
    }
    return exceptions;
  }

  private static JsonNode tree(String name, String yaml) {
    try {
      return new ObjectMapper(new YAMLFactory()).readTree(yaml);
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null
              ? ""
              : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
      throw new CliException(
          name + place + ": not valid YAML (" + firstLine(e.getOriginalMessage()) + ")",
          "docs/sf-plan.md shows what the file may hold");
    }
  }

  private static CheckPolicy policy(String name, JsonNode node) {
    if (node.isMissingNode()) {
      return CheckPolicy.none();
    }
    knownKeys(name, "policy.", node, POLICY_KEYS);
    return new CheckPolicy(
        number(name, node, "min-coverage"),
        number(name, node, "max-fallbacks"),
        codes(name, node, "deny"),
        codes(name, node, "allow"));
  }

  private static void knownKeys(String name, String prefix, JsonNode node, Set<String> known) {
    if (!node.isObject()) {
      throw new CliException(
          name + ": " + (prefix.isEmpty() ? "the file" : prefix) + " must hold keys and values",
          "known keys: " + String.join(", ", known));
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                throw new CliException(
                    name + ": unknown key '" + prefix + key + "'",
                    "known keys: " + String.join(", ", known));
              }
            });
  }

  private static Map<String, String> values(String name, JsonNode root, String key) {
    JsonNode node = root.path(key);
    if (!node.isMissingNode() && !node.isNull() && !node.isObject()) {
      throw new CliException(
          name + ": '" + key + "' must hold keys and values", key + ": {key: value}");
    }
    Map<String, String> values = new LinkedHashMap<>();
    node.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
    return values;
  }

  private static List<String> texts(String name, JsonNode node, String key) {
    List<String> texts = new ArrayList<>();
    JsonNode list = node.path(key);
    if (list.isTextual()) {
      texts.add(list.asText());
    } else if (list.isArray()) {
      list.forEach(element -> texts.add(element.asText()));
    } else if (!list.isMissingNode()) {
      throw new CliException(name + ": '" + key + "' must be a list", key + ": [one, two]");
    }
    return texts;
  }

  private static OptionalInt number(String name, JsonNode node, String key) {
    JsonNode number = node.path(key);
    if (number.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!number.isInt()) {
      throw new CliException(name + ": 'policy." + key + "' must be a whole number", key + ": 80");
    }
    return OptionalInt.of(number.asInt());
  }

  private static Set<ReasonCode> codes(String name, JsonNode node, String key) {
    Set<ReasonCode> codes = new LinkedHashSet<>();
    for (String text : texts(name, node, key)) {
      codes.add(
          Arrays.stream(ReasonCode.values())
              .filter(code -> code.name().equals(text))
              .findFirst()
              .orElseThrow(
                  () ->
                      new CliException(
                          name + ": '" + text + "' is no reason code",
                          "sf-plan reasons lists them")));
    }
    return codes;
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("").strip();
  }
}
