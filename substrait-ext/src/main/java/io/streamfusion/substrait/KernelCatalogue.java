package io.streamfusion.substrait;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.substrait.expression.Expression;
import io.substrait.type.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The kernels of the engine with the signatures that they take, read from {@code
 * extensions/kernels.yaml}, which the engine's registry generates. What is not in it does not exist
 * for the translator.
 */
public final class KernelCatalogue {
  private static final String RESOURCE = "extensions/kernels.yaml";

  private final Map<String, Entry> entries;

  private KernelCatalogue(Map<String, Entry> entries) {
    this.entries = Collections.unmodifiableMap(entries);
  }

  private record Entry(Kernel kernel, List<KernelSignature> signatures) {}

  /** The catalogue of this build. */
  public static KernelCatalogue get() {
    return Holder.INSTANCE;
  }

  /** All kernels, by family and name. */
  public Collection<Kernel> all() {
    return entries.values().stream().map(Entry::kernel).toList();
  }

  /** The kernel that computes a call of these arguments with exactly this result type. */
  public Optional<Kernel> find(
      String family, String name, List<Expression> arguments, Type resultType) {
    return Optional.ofNullable(entries.get(key(family, name)))
        .filter(
            entry ->
                entry.signatures().stream()
                    .anyMatch(signature -> signature.accepts(arguments, resultType)))
        .map(Entry::kernel);
  }

  private static String key(String family, String name) {
    return family + "." + name;
  }

  static KernelCatalogue parse(InputStream yaml) throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    for (JsonNode node : new ObjectMapper(new YAMLFactory()).readTree(yaml)) {
      List<String> signatures = new ArrayList<>();
      node.required("signatures").forEach(signature -> signatures.add(signature.asText()));
      Kernel kernel =
          new Kernel(
              node.required("family").asText(),
              node.required("name").asText(),
              signatures,
              node.path("needs_host").asBoolean(false));
      entries.put(
          key(kernel.family(), kernel.name()),
          new Entry(kernel, signatures.stream().map(KernelSignature::parse).toList()));
    }
    return new KernelCatalogue(entries);
  }

  private static KernelCatalogue load() {
    try (InputStream stream = KernelCatalogue.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar");
      }
      return parse(stream);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE, e);
    }
  }

  /** Loading parses YAML; only planning needs it. */
  private static final class Holder {
    private static final KernelCatalogue INSTANCE = load();
  }
}
