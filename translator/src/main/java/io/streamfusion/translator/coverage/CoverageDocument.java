package io.streamfusion.translator.coverage;

import io.streamfusion.translator.support.ReasonCode;
import java.util.Arrays;
import java.util.List;

/** {@code docs/coverage-and-fallbacks.md}, generated from the registries. */
public final class CoverageDocument {
  private static final String INTRODUCTION =
      """
      # Coverage and fallbacks

      Generated from the translator's registries; do not edit. A query runs natively when every
      operator between its sources and its sink does; otherwise it stays on Flink as a whole, with
      the reasons listed below in EXPLAIN and `sf-plan check`. A scalar expression without a kernel
      runs in the host evaluator: Flink's own generated code over the batch, inside the native
      region.
      """;

  private CoverageDocument() {}

  /** The document's text. */
  public static String render() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    List<SupportEntry> entries = SupportRegistry.entries();
    for (SupportEntry.Kind kind : SupportEntry.Kind.values()) {
      text.append("\n## ").append(kind.title()).append("\n\n");
      text.append("| name | support | notes |\n|---|---|---|\n");
      entries.stream()
          .filter(entry -> entry.kind() == kind)
          .forEach(entry -> text.append(row(entry)));
    }
    text.append("\n## Reason codes\n\n| code | group | class | meaning |\n|---|---|---|---|\n");
    Arrays.stream(ReasonCode.values())
        .forEach(
            code ->
                text.append("| `")
                    .append(code)
                    .append("` | ")
                    .append(code.group())
                    .append(" | ")
                    .append(code.reasonClass())
                    .append(" | ")
                    .append(code.documentation())
                    .append(" |\n"));
    return text.toString();
  }

  private static String row(SupportEntry entry) {
    return "| `"
        + escape(entry.name())
        + "` | "
        + entry.level().text()
        + " | "
        + escape(entry.note())
        + " |\n";
  }

  /** A bar would end the table's cell. */
  private static String escape(String text) {
    return text.replace("|", "\\|");
  }
}
