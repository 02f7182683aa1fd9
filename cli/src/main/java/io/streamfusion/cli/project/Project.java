package io.streamfusion.cli.project;

import io.streamfusion.cli.script.SqlFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directory that a command works in, and what its {@code sf-plan.yaml} says.
 *
 * @param directory relative paths start from it, and so do the names of files in the output
 * @param copyOf the directory of which it is another version; what is said about one holds in both
 */
public record Project(Path directory, ProjectFile file, Optional<Path> copyOf) {

  /** Opens a directory, with or without a project file. */
  public static Project open(Path directory) {
    return open(directory, Optional.empty());
  }

  /** Opens another version of the project in {@code original}. */
  public static Project openCopy(Path directory, Path original) {
    return open(directory, Optional.of(original.toAbsolutePath().normalize()));
  }

  private static Project open(Path directory, Optional<Path> copyOf) {
    Path file = directory.resolve(ProjectFile.NAME);
    return new Project(
        directory,
        Files.exists(file)
            ? ProjectFileReader.read(file.toString(), SqlFiles.readText(file))
            : ProjectFile.empty(),
        copyOf);
  }

  /**
   * A path that a person wrote, relative to the project. In a copy, what lies in the original is
   * looked for in the copy, and what lies outside is where it is.
   */
  public Path resolve(Path path) {
    if (copyOf.isEmpty()) {
      return directory.resolve(path);
    }
    Path original = copyOf.get().resolve(path).normalize();
    return original.startsWith(copyOf.get())
        ? directory.resolve(copyOf.get().relativize(original))
        : original;
  }

  /** Paths of the project file. */
  public List<Path> resolve(List<String> paths) {
    return paths.stream().map(path -> resolve(Path.of(path))).toList();
  }
}
