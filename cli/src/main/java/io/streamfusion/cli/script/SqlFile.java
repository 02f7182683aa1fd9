package io.streamfusion.cli.script;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A SQL script to read.
 *
 * @param name what messages and reports call it
 * @param path where it is; empty for standard input
 */
public record SqlFile(String name, Optional<Path> path) {

  /** A file, called as it is found. */
  public static SqlFile of(Path path) {
    return new SqlFile(path.toString(), Optional.of(path));
  }

  /** Standard input. */
  public static SqlFile standardInput(String name) {
    return new SqlFile(name, Optional.empty());
  }

  /** Reads it, as UTF-8. */
  public String text() {
    if (path.isPresent()) {
      return SqlFiles.readText(path.get());
    }
    try {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(name + ": cannot be read", "pipe SQL into it");
    }
  }

  /** The name without folders and {@code .sql}. */
  public String stem() {
    Path fileName = Path.of(name).getFileName();
    return (fileName == null ? name : fileName.toString()).replaceAll("\\.sql$", "");
  }
}
