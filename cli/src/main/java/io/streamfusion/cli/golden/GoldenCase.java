package io.streamfusion.cli.golden;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * A reviewed plan: {@code <topic>/<case>/query.sql}, written by people, beside {@code plan.txt},
 * written by the tool. A version of Flink whose plan differs has a file of its own, such as {@code
 * plan.flink-2.3.txt}. Files {@code init*.sql} of the folders above run first, outermost folder
 * first.
 *
 * @param plan the reviewed plan of the version that this tool plans for
 */
public record GoldenCase(String name, Path query, Path plan, List<Path> init) {

  /** The plan of every version that has none of its own. */
  private static final String PLAN = "plan.txt";

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
        plan(folder, EnvironmentInformation.getVersion()),
        init);
  }

  static Path plan(Path folder, String flink) {
    Path ofVersion = folder.resolve(ofVersion(flink));
    return Files.exists(ofVersion) ? ofVersion : folder.resolve(PLAN);
  }

  /** Plans differ between minor versions: 2.2.1 shares those of 2.2.0. */
  private static String ofVersion(String flink) {
    return "plan.flink-" + flink.replaceFirst("^(\\d+\\.\\d+).*", "$1") + ".txt";
  }

  /** The same case with a plan of its own for this version of Flink. */
  public GoldenCase ofThisVersion() {
    Path own = query.resolveSibling(ofVersion(EnvironmentInformation.getVersion()));
    return new GoldenCase(name, query, own, init);
  }

  /** Whether this version has a plan of its own that every version could share. */
  public boolean hasNeedlessPlan() {
    Path shared = query.resolveSibling(PLAN);
    try {
      return !plan.equals(shared) && Files.exists(shared) && Files.mismatch(plan, shared) < 0;
    } catch (IOException e) {
      throw new CliException(plan + ": cannot be read", "check its permissions");
    }
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
