package io.streamfusion.cli.golden;

import io.streamfusion.cli.diff.GoldenDiff;
import io.streamfusion.cli.diff.LineDiff;
import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares what the tool generates with what people reviewed. */
public final class GoldenPlans {

  private GoldenPlans() {}

  /**
   * How a generated plan differs from the reviewed one.
   *
   * @param meaning what it means for each query, as {@link GoldenDiff} writes it
   * @param text the lines that changed, as {@link LineDiff} writes them
   */
  public record Difference(List<String> meaning, List<String> text) {

    /** What it means, then the lines. */
    public List<String> lines() {
      return Stream.concat(meaning.stream(), text.stream()).toList();
    }
  }

  /** The difference of one case, or empty if the reviewed plan is up to date. */
  public static Optional<Difference> difference(GoldenCase golden, String generated) {
    if (!Files.exists(golden.plan())) {
      return Optional.of(new Difference(List.of(), List.of("+ (no plan.txt yet)")));
    }
    String reviewed = read(golden);
    return reviewed.equals(generated)
        ? Optional.empty()
        : Optional.of(
            new Difference(
                GoldenDiff.lines(GoldenDiff.of(golden.query().toString(), reviewed, generated)),
                LineDiff.of(reviewed, generated)));
  }

  /** Writes the generated plan. */
  public static void update(GoldenCase golden, String generated) {
    try {
      Files.writeString(golden.plan(), generated, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(golden.plan() + ": cannot be written", "check its permissions");
    }
  }

  private static String read(GoldenCase golden) {
    try {
      return Files.readString(golden.plan(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(golden.plan() + ": cannot be read", "run golden update");
    }
  }
}
