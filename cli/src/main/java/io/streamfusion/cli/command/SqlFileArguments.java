package io.streamfusion.cli.command;

import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.script.SqlFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** The SQL files of a command line, planned and translated one after the other in one process. */
public final class SqlFileArguments {

  @Mixin private CommonOptions common;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "SQL files, directories or quoted globs.")
  private List<String> files;

  /**
   * Reports all files, sorted by path.
   *
   * @param each gets the report of a file as soon as there is one
   */
  Map<Path, List<StatementReport>> report(BiConsumer<Path, List<StatementReport>> each) {
    common.applyLib();
    Map<Path, List<StatementReport>> reports = new LinkedHashMap<>();
    for (Path file : SqlFiles.resolve(files)) {
      List<StatementReport> statements = common.report(file, List.of());
      reports.put(file, statements);
      each.accept(file, statements);
    }
    return reports;
  }

  /**
   * Prints the errors of all files and answers the exit code: whether any statement is a finding.
   */
  static int finish(
      CommandSpec spec,
      Map<Path, List<StatementReport>> reports,
      Predicate<StatementReport> finding) {
    Diagnostics.print(spec, reports);
    boolean findings = reports.values().stream().flatMap(List::stream).anyMatch(finding);
    return (findings ? ExitCode.FINDINGS : ExitCode.CLEAN).code();
  }
}
