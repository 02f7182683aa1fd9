package io.streamfusion.cli.project;

import io.streamfusion.cli.script.SqlFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory that a command works in, and what its {@code sf-plan.yaml} says.
 *
 * @param directory relative paths start from it, and so do the names of files in the output
 */
public record Project(Path directory, ProjectFile file) {

  /** Opens a directory, with or without a project file. */
  public static Project open(Path directory) {
    Path file = directory.resolve(ProjectFile.NAME);
    return new Project(
        directory,
        Files.exists(file)
            ? ProjectFileReader.read(file.toString(), SqlFiles.readText(file))
            : ProjectFile.empty());
  }

  /** A path that a person wrote, relative to the project. */
  public Path resolve(Path path) {
    return directory.resolve(path);
  }

  /** Paths of the project file. */
  public List<Path> resolve(List<String> paths) {
    return paths.stream().map(path -> resolve(Path.of(path))).toList();
  }
}
