package io.streamfusion.cli.script;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds and reads the SQL files that arguments name: files, directories, globs. */
public final class SqlFiles {

  /** What to do about an argument that names nothing. */
  public static final String HINT =
      "name a .sql file, a directory that holds some, or a quoted glob such as 'sql/**/*.sql'";

  private SqlFiles() {}

  /**
   * Resolves arguments to files, sorted by path, each once.
   *
   * @param directory relative arguments start from it, and the files' names leave it out
   * @throws CliException if an argument names nothing
   */
  public static List<SqlFile> resolve(Path directory, List<String> arguments) {
    for (String argument : arguments) {
      if (find(directory, List.of(argument)).isEmpty()) {
        throw new CliException(argument + ": no SQL file found", HINT);
      }
    }
    return find(directory, arguments);
  }

  /** The same where arguments may name nothing. */
  public static List<SqlFile> find(Path directory, List<String> arguments) {
    TreeSet<Path> files = new TreeSet<>();
    for (String argument : arguments) {
      files.addAll(resolveOne(directory.resolve(argument).toString()));
    }
    return files.stream()
        .map(file -> new SqlFile(nameIn(directory, file), Optional.of(file)))
        .toList();
  }

  private static String nameIn(Path directory, Path file) {
    boolean inside =
        !directory.toString().isEmpty()
            && file.toAbsolutePath().startsWith(directory.toAbsolutePath().normalize());
    return inside
        ? directory.toAbsolutePath().normalize().relativize(file.toAbsolutePath()).toString()
        : file.toString();
  }

  /** Reads a file as UTF-8. */
  public static String readText(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new CliException(file + ": not valid UTF-8 text", "files are read as UTF-8");
    } catch (IOException e) {
      throw new CliException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")",
          "check that the file exists and that you may read it");
    }
  }

  private static List<Path> resolveOne(String argument) {
    if (argument.indexOf('*') >= 0 || argument.indexOf('?') >= 0 || argument.indexOf('{') >= 0) {
      return glob(argument);
    }
    Path path = Path.of(argument);
    if (Files.isDirectory(path)) {
      return walk(path, file -> file.getFileName().toString().endsWith(".sql"));
    }
    return Files.exists(path) ? List.of(path.normalize()) : List.of();
  }

  private static List<Path> glob(String pattern) {
    int firstWildcard = 0;
    while (firstWildcard < pattern.length() && "*?{".indexOf(pattern.charAt(firstWildcard)) < 0) {
      firstWildcard++;
    }
    int slash = pattern.lastIndexOf('/', firstWildcard);
    Path root = slash < 0 ? Path.of("") : Path.of(pattern.substring(0, Math.max(slash, 1)));
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + Path.of(pattern).normalize());
    return Files.isDirectory(root.toAbsolutePath())
        ? walk(root, file -> matcher.matches(file.normalize()))
        : List.of();
  }

  private static List<Path> walk(Path root, Predicate<Path> keep) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).map(Path::normalize).filter(keep).sorted().toList();
    } catch (IOException e) {
      throw new CliException(
          root + ": cannot be listed (" + e.getClass().getSimpleName() + ")",
          "check that you may read the directory");
    }
  }
}
