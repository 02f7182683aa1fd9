package io.streamfusion.cli.golden;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Compares what the tool generates with what people reviewed. */
public final class GoldenPlans {

  private GoldenPlans() {}

  /** The difference of one case, or empty if the reviewed plan is up to date. */
  public static Optional<List<String>> difference(GoldenCase golden, String generated) {
    if (!Files.exists(golden.plan())) {
      return Optional.of(List.of("+ (no plan.txt yet)"));
    }
    String reviewed = read(golden);
    return reviewed.equals(generated)
        ? Optional.empty()
        : Optional.of(LineDiff.of(reviewed, generated));
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
