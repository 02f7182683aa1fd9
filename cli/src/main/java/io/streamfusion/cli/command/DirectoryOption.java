package io.streamfusion.cli.command;

import io.streamfusion.cli.report.CliException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The directory that a command works in, of every command that takes paths. */
public final class DirectoryOption {

  @Option(
      names = {"-C", "--project"},
      paramLabel = "DIR",
      defaultValue = "",
      description =
          "Work in this directory: relative paths start from it, and what plans SQL reads its"
              + " sf-plan.yaml (default: the current one).")
  private Path directory;

  /** The directory; empty for the current one. */
  Path directory() {
    if (!directory.toString().isEmpty() && !Files.isDirectory(directory)) {
      throw new CliException(directory + ": not a directory", "-C takes a project's directory");
    }
    return directory;
  }

  /** A path that a person wrote. */
  Path resolve(Path path) {
    return directory().resolve(path);
  }

  /** For a command line that is to be run in the same place. */
  String argument() {
    return directory.toString().isEmpty() ? "" : "-C " + directory + " ";
  }
}
