package io.streamfusion.cli.golden;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Generated plans that wait for a review: {@code plan.pending.txt} beside the reviewed {@code
 * plan.txt}, written by a verify that failed. They are not committed.
 */
public final class PendingPlans {

  private static final String PENDING = "plan.pending.txt";

  private PendingPlans() {}

  /** Keeps what was generated until somebody reviews it. */
  public static void write(GoldenCase golden, String generated) {
    try {
      Files.writeString(file(golden), generated, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(file(golden) + ": cannot be written", "use --no-pending");
    }
  }

  /** The cases with a plan that waits. */
  public static List<GoldenCase> of(List<GoldenCase> cases) {
    return cases.stream().filter(golden -> Files.exists(file(golden))).toList();
  }

  /** What changed; empty if the reviewed plan has come to be the same. */
  public static Optional<GoldenPlans.Difference> difference(GoldenCase golden) {
    return GoldenPlans.difference(golden, read(golden));
  }

  /** Makes the pending plan the reviewed one. */
  public static void accept(GoldenCase golden) {
    try {
      Files.move(file(golden), golden.plan(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CliException(golden.plan() + ": cannot be written", "check its permissions");
    }
  }

  /** Forgets the pending plan, if there is one; the reviewed one stays. */
  public static void reject(GoldenCase golden) {
    try {
      Files.deleteIfExists(file(golden));
    } catch (IOException e) {
      throw new CliException(file(golden) + ": cannot be deleted", "check its permissions");
    }
  }

  /** Plans, reviewed or pending, whose query is gone; sorted. */
  public static List<Path> orphans(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(
              file ->
                  file.getFileName().toString().matches("plan(\\.pending|\\.flink-[\\d.]+)?\\.txt"))
          .filter(file -> !Files.exists(file.resolveSibling(GoldenCase.QUERY)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CliException(root + ": cannot be listed", "name the folder of golden plans");
    }
  }

  private static Path file(GoldenCase golden) {
    return golden.plan().resolveSibling(PENDING);
  }

  private static String read(GoldenCase golden) {
    try {
      return Files.readString(file(golden), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(file(golden) + ": cannot be read", "run golden verify again");
    }
  }
}
