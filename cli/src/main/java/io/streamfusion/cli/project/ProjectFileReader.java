package io.streamfusion.cli.project;

import io.streamfusion.cli.policy.CheckPolicy;
import io.streamfusion.cli.report.CliException;
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

/** Reads {@code sf-plan.yaml}, and says where something in it is unknown or of another kind. */
final class ProjectFileReader {

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

  private ProjectFileReader() {}

  /**
   * Reads a file's text.
   *
   * @param name the file's name in messages
   * @throws CliException if it is no YAML or says something unknown
   */
  static ProjectFile read(String name, String yaml) {
    YamlNode root = YamlNode.parse(name, yaml);
    if (root.isEmpty()) {
      return ProjectFile.empty();
    }
    knownKeys(root, "", KEYS);
    return new ProjectFile(
        root.get("flink-version").map(YamlNode::text),
        texts(root, "paths"),
        texts(root, "init"),
        texts(root, "lib"),
        values(root, "set"),
        values(root, "define"),
        values(root, "functions"),
        policy(root.get("policy")),
        exceptions(root.get("exceptions")));
  }

  private static List<Exemption> exceptions(Optional<YamlNode> list) {
    List<Exemption> exceptions = new ArrayList<>();
    if (list.isEmpty()) {
      return exceptions;
    }
    if (!list.get().value().isArray()) {
      throw list.get().error("'exceptions' must be a list", "each with files, allow and because");
    }
    for (YamlNode node : list.get().elements()) {
      knownKeys(node, "exceptions.", EXCEPTION_KEYS);
      for (String key : EXCEPTION_KEYS) {
        if (node.get(key).isEmpty()) {
          throw node.error(
              "an exception without '" + key + "'", "each has files, allow and because");
        }
      }
      exceptions.add(
          new Exemption(
              node.get("files").orElseThrow().text(),
              codes(node, "allow"),
              node.get("because").orElseThrow().text()));
    }
    return exceptions;
  }

  private static CheckPolicy policy(Optional<YamlNode> node) {
    if (node.isEmpty()) {
      return CheckPolicy.none();
    }
    knownKeys(node.get(), "policy.", POLICY_KEYS);
    return new CheckPolicy(
        number(node.get(), "min-coverage"),
        number(node.get(), "max-fallbacks"),
        codes(node.get(), "deny"),
        codes(node.get(), "allow"));
  }

  private static void knownKeys(YamlNode node, String prefix, Set<String> known) {
    String hint = "known keys: " + String.join(", ", known);
    if (!node.value().isObject()) {
      throw node.error(
          (prefix.isEmpty() ? "the file" : prefix) + " must hold keys and values", hint);
    }
    node.entries()
        .forEach(
            (key, value) -> {
              if (!known.contains(key)) {
                throw value.error("unknown key '" + prefix + key + "'", hint);
              }
            });
  }

  private static Map<String, String> values(YamlNode root, String key) {
    Map<String, String> values = new LinkedHashMap<>();
    root.get(key)
        .ifPresent(
            node -> {
              if (!node.value().isObject()) {
                throw node.error("'" + key + "' must hold keys and values", key + ": {key: value}");
              }
              node.entries().forEach((name, value) -> values.put(name, value.text()));
            });
    return values;
  }

  private static List<String> texts(YamlNode node, String key) {
    return list(node, key).stream().map(YamlNode::text).toList();
  }

  /** A list, or one text. */
  private static List<YamlNode> list(YamlNode node, String key) {
    Optional<YamlNode> list = node.get(key);
    if (list.isEmpty()) {
      return List.of();
    }
    if (list.get().value().isTextual()) {
      return List.of(list.get());
    }
    if (!list.get().value().isArray()) {
      throw list.get().error("'" + key + "' must be a list", key + ": [one, two]");
    }
    return list.get().elements();
  }

  private static OptionalInt number(YamlNode node, String key) {
    Optional<YamlNode> number = node.get(key);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    if (!number.get().value().isInt()) {
      throw number.get().error("'policy." + key + "' must be a whole number", key + ": 80");
    }
    return OptionalInt.of(number.get().value().asInt());
  }

  private static Set<ReasonCode> codes(YamlNode node, String key) {
    Set<ReasonCode> codes = new LinkedHashSet<>();
    for (YamlNode element : list(node, key)) {
      codes.add(
          Arrays.stream(ReasonCode.values())
              .filter(code -> code.name().equals(element.text()))
              .findFirst()
              .orElseThrow(
                  () ->
                      element.error(
                          "'" + element.text() + "' is no reason code",
                          "sf-plan reasons lists them")));
    }
    return codes;
  }
}
