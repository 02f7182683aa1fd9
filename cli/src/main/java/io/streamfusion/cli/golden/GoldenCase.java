package io.streamfusion.cli.golden;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A reviewed plan: {@code <topic>/<case>/query.sql}, written by people, beside {@code plan.txt},
 * written by the tool. Files {@code init*.sql} of the folders above run first, outermost folder
 * first.
 */
public record GoldenCase(String name, Path query, Path plan, List<Path> init) {

  /** The name of the file that people write. */
  static final String QUERY = "query.sql";

  /** Finds all cases below a directory, sorted by name. */
  public static List<GoldenCase> findAll(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      List<GoldenCase> cases =
          files
              .filter(file -> file.getFileName().toString().equals(QUERY))
              .sorted()
              .map(query -> of(root, query))
              .toList();
      if (cases.isEmpty()) {
        throw new CliException(
            root + ": no golden plan found", "a golden plan is a folder with a query.sql");
      }
      return cases;
    } catch (IOException e) {
      throw new CliException(root + ": cannot be listed", "name the folder of golden plans");
    }
  }

  private static GoldenCase of(Path root, Path query) {
    Path folder = query.getParent();
    List<Path> init = new ArrayList<>();
    for (Path parent = folder; parent != null; parent = parent.getParent()) {
      init.addAll(0, initFiles(parent));
      if (parent.equals(root)) {
        break;
      }
    }
    return new GoldenCase(
        root.relativize(folder).toString().replace('\\', '/'),
        query,
        folder.resolve("plan.txt"),
        init);
  }

  private static List<Path> initFiles(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("init.*\\.sql"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CliException(folder + ": cannot be listed", "check that you may read it");
    }
  }
}
