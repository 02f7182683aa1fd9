package io.streamfusion.translator.rel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Walks the slugs: an operator has the same name in every layer, and none is missing. The lists are
 * the exceptions.
 */
class SlugsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PROTO = ROOT.resolve("substrait-ext/proto/streamfusion/substrait/v1");
  private static final Path TRANSLATORS = Path.of("src/main/java/io/streamfusion/translator/rel");
  private static final Path CRATES = ROOT.resolve("engine-rs/crates");
  private static final Path OPERATORS = CRATES.resolve("operators/src");
  private static final Path PAGES = ROOT.resolve("docs/operators");

  /** The engine has them, but no query leads to them yet: neither translator nor page. */
  private static final Set<String> WITHOUT_ROUTE =
      Set.of(
          "global_window_aggregate",
          "local_window_aggregate",
          "mini_batch_assigner",
          "window_aggregate");

  /** Relations of ours that are no node of Flink's: a Calc that the host evaluates as a whole. */
  private static final Set<String> PARTS_OF_OTHERS = Set.of("host_project");

  /** Standard relations of which nothing is left for a message of ours. */
  private static final Set<String> WITHOUT_MESSAGE = Set.of("calc", "expand", "union");

  /** The end of a fragment, which the plan reader builds without an operator. */
  private static final Set<String> WITHOUT_OPERATOR = Set.of("exchange");

  private static final Map<String, BiPredicate<String, String>> LAYERS =
      Map.of(
          "message", (slug, name) -> WITHOUT_MESSAGE.contains(slug) || hasMessage(slug, name),
          "translator", (slug, name) -> isFile(TRANSLATORS.resolve(name + "Translator.java")),
          "engine",
              (slug, name) ->
                  isFile(OPERATORS.resolve(slug).resolve("mod.rs"))
                      || (WITHOUT_OPERATOR.contains(slug)
                          && isFile(CRATES.resolve("reader/src/rel/" + slug + "_rel.rs"))),
          "page", (slug, name) -> isFile(PAGES.resolve(slug + ".md")),
          "line in the pages' index",
              (slug, name) ->
                  read(PAGES.resolve("README.md")).contains("[" + slug + "](" + slug + ".md)"));

  @Test
  void everyNativeOperatorHasEveryLayer() {
    Set<String> slugs = nativeSlugs();
    assertThat(slugs).hasSizeGreaterThan(5);
    Set<String> lacking = new TreeSet<>();
    for (String slug : slugs) {
      LAYERS.forEach(
          (layer, exists) -> {
            if (!exists.test(slug, camelCase(slug))) {
              lacking.add(slug + " lacks its " + layer);
            }
          });
    }
    assertThat(lacking).isEmpty();
  }

  /** The other way round: what a layer has belongs to an operator of the registry. */
  @Test
  void everyLayerBelongsToAnOperator() throws IOException {
    Set<String> known = nativeSlugs();
    known.addAll(PARTS_OF_OTHERS);
    assertThat(slugsIn(PAGES, "(\\w+)\\.md")).isEqualTo(known);

    known.addAll(WITHOUT_ROUTE);
    Set<String> built = slugsOfTheEngine();
    assertThat(built).isEqualTo(known);
    Set<String> registered =
        RelTranslators.all().stream().map(RelSupport::slug).collect(Collectors.toSet());
    assertThat(registered).containsAll(WITHOUT_ROUTE);
    assertThat(nativeSlugs()).doesNotContainAnyElementsOf(WITHOUT_ROUTE);
    for (String slug : WITHOUT_ROUTE) {
      assertThat(hasMessage(slug, camelCase(slug))).as(slug).isTrue();
    }
  }

  private static Set<String> nativeSlugs() {
    return RelTranslators.all().stream()
        .filter(entry -> entry.role() == RelRole.NATIVE)
        .map(RelSupport::slug)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those of extension relations say so themselves, those of standard ones are listed. */
  private static Set<String> slugsOfTheEngine() throws IOException {
    Set<String> slugs = new TreeSet<>();
    Pattern own = Pattern.compile("fn slug\\(&self\\) -> &'static str \\{\\s*\"(\\w+)\"");
    try (Stream<Path> files = Files.walk(OPERATORS)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".rs")).toList()) {
        own.matcher(read(file)).results().map(found -> found.group(1)).forEach(slugs::add);
      }
    }
    Matcher standard =
        Pattern.compile("STANDARD_SLUGS: &\\[&str\\] = &\\[([^\\]]*)\\]")
            .matcher(read(OPERATORS.resolve("registry.rs")));
    assertThat(standard.find()).isTrue();
    Arrays.stream(standard.group(1).split(",", -1))
        .map(name -> name.strip().replace("\"", ""))
        .filter(name -> !name.isEmpty())
        .forEach(slugs::add);
    return slugs;
  }

  private static Set<String> slugsIn(Path folder, String file) throws IOException {
    Pattern name = Pattern.compile(file);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(path -> name.matcher(path.getFileName().toString()))
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .filter(slug -> !slug.equals("README"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** A relation of its own, or what a standard relation does not say. */
  private static boolean hasMessage(String slug, String name) {
    Path file = PROTO.resolve(slug + ".proto");
    return isFile(file)
        && List.of("Rel {", " {").stream()
            .anyMatch(end -> read(file).contains("message Stream" + name + end));
  }

  private static String camelCase(String slug) {
    return Arrays.stream(slug.split("_", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
