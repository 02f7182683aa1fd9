package io.streamfusion.cli.command;

import io.streamfusion.cli.diff.Change;
import io.streamfusion.cli.diff.PlanDiff;
import io.streamfusion.cli.diff.QueryDiff;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.cli.script.SqlFiles;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan diff}: what a change of SQL means for each query. */
@Command(
    name = "diff",
    description =
        "Says for each query what a change of SQL means: nothing, other coverage, other results.",
    mixinStandardHelpOptions = true)
public final class DiffCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;

  @Parameters(index = "0", paramLabel = "OLD", description = "A SQL file or directory.")
  private Path before;

  @Parameters(index = "1", paramLabel = "NEW", description = "Its other version.")
  private Path after;

  @Option(
      names = "--fail-on",
      split = ",",
      paramLabel = "CHANGE",
      converter = ChangeConverter.class,
      defaultValue = "coverage-lost,result-affecting",
      description =
          "Exit with 1 if a query changed so: identical, cosmetic, coverage-gained, coverage-lost,"
              + " result-affecting (default: ${DEFAULT-VALUE}).")
  private Set<Change> failOn = new LinkedHashSet<>();

  /** Reads a change as reports write it. */
  static final class ChangeConverter implements picocli.CommandLine.ITypeConverter<Change> {
    @Override
    public Change convert(String value) {
      return Arrays.stream(Change.values())
          .filter(change -> change.text().equals(value))
          .findFirst()
          .orElseThrow(
              () ->
                  new picocli.CommandLine.TypeConversionException(
                      "expected one of "
                          + Arrays.toString(Change.values())
                          + " but was '"
                          + value
                          + "'"));
    }
  }

  @Override
  public Integer call() {
    common.prepare();
    Path old = common.project().resolve(before);
    Path changed = common.project().resolve(after);
    if (Files.isDirectory(old) != Files.isDirectory(changed)) {
      throw new CliException(
          "a directory cannot be compared with a file", "name two files or two directories");
    }
    List<QueryDiff> diffs = PlanDiff.of(reports(old), reports(changed));
    PrintWriter out = spec.commandLine().getOut();
    diffs.stream()
        .filter(diff -> !diff.changes().equals(Set.of(Change.IDENTICAL)))
        .forEach(diff -> out.print(diff.text()));
    out.println(summary(diffs));
    return Findings.exitCode(
        diffs.stream().flatMap(diff -> diff.changes().stream()).anyMatch(failOn::contains));
  }

  /** By a name that both versions share: the path inside the directory, or that of the new file. */
  private Map<String, List<StatementReport>> reports(Path root) {
    Map<String, List<StatementReport>> reports = new LinkedHashMap<>();
    for (SqlFile file : SqlFiles.resolve(Path.of(""), List.of(root.toString()))) {
      String name =
          Files.isDirectory(root)
              ? root.normalize().relativize(Path.of(file.name())).toString()
              : after.toString();
      reports.put(name, common.report(file, List.of()));
    }
    Diagnostics.print(spec, reports);
    return reports;
  }

  private static String summary(List<QueryDiff> diffs) {
    return diffs.size()
        + (diffs.size() == 1 ? " query: " : " queries: ")
        + Arrays.stream(Change.values())
            .map(
                change ->
                    diffs.stream().filter(diff -> diff.changes().contains(change)).count()
                        + " "
                        + change)
            .collect(Collectors.joining(", "));
  }
}
