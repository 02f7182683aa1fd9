package io.streamfusion.cli.plan;

import io.streamfusion.cli.report.CliException;
import io.substrait.proto.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads plan files. */
public final class PlanFiles {

  private PlanFiles() {}

  /** Reads a plan in the given form, or in the one that the file's name tells. */
  public static Plan read(Path file, Optional<PlanForm> form) {
    PlanForm chosen =
        form.or(() -> PlanForm.ofName(file.toString()))
            .orElseThrow(
                () ->
                    new CliException(
                        file + ": its name does not tell its form",
                        "name it .pb, .json or .txtpb, or use --from"));
    return chosen.read(file.toString(), bytes(file));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CliException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")",
          "check that the file exists and that you may read it");
    }
  }
}
