package io.streamfusion.substrait.text;

import io.substrait.proto.Plan;
import io.substrait.proto.SimpleExtensionDeclaration.ExtensionFunction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The names by which a text calls a plan's functions: the short one where only one function has it,
 * else the signature, else the anchor, such as {@code #3}.
 */
final class FunctionNames {

  /** Words of the notation, which say something else in front of a parenthesis. */
  private static final Set<String> WORDS = Set.of("cast", "case", "row", "in");

  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<String, Integer> anchors = new HashMap<>();

  private FunctionNames() {}

  static FunctionNames of(Plan plan) {
    List<ExtensionFunction> functions =
        plan.getExtensionsList().stream()
            .filter(declaration -> declaration.hasExtensionFunction())
            .map(declaration -> declaration.getExtensionFunction())
            .toList();
    FunctionNames of = new FunctionNames();
    of.addUnique(functions, function -> shortName(function.getName()));
    of.addUnique(functions, ExtensionFunction::getName);
    functions.forEach(function -> of.add(function.getFunctionAnchor(), anchorName(function)));
    return of;
  }

  private void addUnique(
      List<ExtensionFunction> functions, Function<ExtensionFunction, String> name) {
    Set<String> seen = new HashSet<>(WORDS);
    Set<String> twice = new HashSet<>(WORDS);
    functions.stream().map(name).filter(text -> !seen.add(text)).forEach(twice::add);
    functions.stream()
        .filter(function -> !twice.contains(name.apply(function)))
        .forEach(function -> add(function.getFunctionAnchor(), name.apply(function)));
  }

  private void add(int anchor, String name) {
    names.putIfAbsent(anchor, name);
    anchors.putIfAbsent(name, anchor);
  }

  /** The name of a function without the types of its arguments. */
  static String shortName(String signature) {
    int colon = signature.indexOf(':');
    return colon < 0 ? signature : signature.substring(0, colon);
  }

  private static String anchorName(ExtensionFunction function) {
    return "#" + function.getFunctionAnchor();
  }

  /** By anchor. */
  Map<Integer, String> names() {
    return names;
  }

  /** The anchor of a function; empty if no function has the name. */
  Optional<Integer> anchor(String name) {
    return Optional.ofNullable(anchors.get(name));
  }
}
