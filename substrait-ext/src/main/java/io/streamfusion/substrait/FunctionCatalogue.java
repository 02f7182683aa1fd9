package io.streamfusion.substrait;

import io.substrait.extension.SimpleExtension;
import io.substrait.extension.SimpleExtension.AggregateFunctionVariant;
import io.substrait.extension.SimpleExtension.ExtensionCollection;
import io.substrait.extension.SimpleExtension.ScalarFunctionVariant;
import io.substrait.function.ToTypeString;
import io.substrait.type.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The declarations of our functions in {@code extensions/*.yaml}. What the engine has kernels for
 * is {@link KernelCatalogue}'s matter.
 */
public final class FunctionCatalogue {
  /** The families, each in a file {@code functions_flink_<family>.yaml}. */
  private static final List<String> FAMILIES =
      List.of(
          "aggregate",
          "arithmetic",
          "cast",
          "comparison",
          "conditional",
          "datetime",
          "decimal",
          "host",
          "logic",
          "string");

  private static final String ANY = "any";

  private final ExtensionCollection collection;
  private final Map<String, List<ScalarFunctionVariant>> variants;

  private FunctionCatalogue(ExtensionCollection collection) {
    this.collection = collection;
    Map<String, List<ScalarFunctionVariant>> byName = new TreeMap<>();
    for (ScalarFunctionVariant variant : collection.scalarFunctions()) {
      byName
          .computeIfAbsent(key(variant.urn(), variant.name()), k -> new ArrayList<>())
          .add(variant);
    }
    this.variants = Collections.unmodifiableMap(byName);
  }

  /** The catalogue of this build. */
  public static FunctionCatalogue get() {
    return Holder.INSTANCE;
  }

  /** All declarations, for a collector of anchors. */
  public ExtensionCollection collection() {
    return collection;
  }

  /**
   * The declaration that accepts arguments of these types.
   *
   * @param family such as {@code comparison}
   * @param name such as {@code equal}
   */
  public Optional<ScalarFunctionVariant> find(
      String family, String name, List<? extends Type> argumentTypes) {
    List<ScalarFunctionVariant> candidates =
        variants.getOrDefault(key(Contract.FUNCTION_URN_PREFIX + family, name), List.of());
    return candidates.stream().filter(variant -> accepts(variant, argumentTypes)).findFirst();
  }

  /**
   * The declaration of an aggregate function that accepts arguments of these types.
   *
   * @param family such as {@code aggregate}
   * @param name such as {@code count}
   */
  public Optional<AggregateFunctionVariant> findAggregate(
      String family, String name, List<? extends Type> argumentTypes) {
    return collection.aggregateFunctions().stream()
        .filter(variant -> variant.urn().equals(Contract.FUNCTION_URN_PREFIX + family))
        .filter(variant -> variant.name().equals(name))
        .filter(variant -> accepts(variant, argumentTypes))
        .findFirst();
  }

  private static boolean accepts(
      SimpleExtension.Function variant, List<? extends Type> argumentTypes) {
    if (!variant.getRange().within(argumentTypes.size())) {
      return false;
    }
    List<SimpleExtension.Argument> declared = variant.args();
    for (int i = 0; i < argumentTypes.size(); i++) {
      if (declared.isEmpty()) {
        return false;
      }
      String expected = declared.get(Math.min(i, declared.size() - 1)).toTypeString();
      if (!expected.startsWith(ANY) && !expected.equals(ToTypeString.apply(argumentTypes.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private static String key(String urn, String name) {
    return urn + "#" + name;
  }

  private static FunctionCatalogue load() {
    List<ExtensionCollection> loaded = new ArrayList<>();
    for (String family : FAMILIES) {
      read("functions_flink_" + family).ifPresent(loaded::add);
    }
    return new FunctionCatalogue(
        loaded.stream()
            .reduce(ExtensionCollection::merge)
            .orElseThrow(() -> new IllegalStateException("No extension files in the jar")));
  }

  private static Optional<ExtensionCollection> read(String file) {
    String resource = "extensions/" + file + ".yaml";
    try (InputStream stream = FunctionCatalogue.class.getResourceAsStream(resource)) {
      if (stream == null) {
        return Optional.empty();
      }
      String yaml = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      // The loader wants a URI although plans name extensions by URN.
      return Optional.of(SimpleExtension.load("/" + file + ".yaml", yaml));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }

  /** Loading parses YAML; only planning needs it. */
  private static final class Holder {
    private static final FunctionCatalogue INSTANCE = load();
  }
}
