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
                        "name it .pb, .json, .txt or .txtpb, or use --from"));
    return chosen.read(file.toString(), bytes(file));
  }

  /** Writes a plan's bytes, in whatever form. */
  public static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new CliException(
          file + ": cannot be written (" + e.getClass().getSimpleName() + ")",
          "check the directory and its permissions");
    }
  }

  /** Writes a file into a folder, which is made as far as it is missing. */
  public static void writeBelow(Path folder, String name, byte[] bytes) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new CliException(folder + ": cannot be made", "choose another folder");
    }
    write(file, bytes);
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
