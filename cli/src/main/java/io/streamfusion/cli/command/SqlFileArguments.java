package io.streamfusion.cli.command;

import io.streamfusion.cli.project.Project;
import io.streamfusion.cli.project.ProjectFile;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.cli.script.SqlFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The SQL files of a command line, planned and translated one after the other in one process. */
public final class SqlFileArguments {

  private static final String STANDARD_INPUT = "-";

  @Mixin private CommonOptions common;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "SQL files, directories, quoted globs, or - for standard input; without any, the paths of"
              + " sf-plan.yaml.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--stdin-filename",
      paramLabel = "NAME",
      defaultValue = "stdin.sql",
      description = "What reports call standard input (default: ${DEFAULT-VALUE}).")
  private String standardInputName;

  Project project() {
    return common.project();
  }

  CommonOptions common() {
    return common;
  }

  /**
   * Reports all files, sorted by path, standard input first.
   *
   * @param each gets the report of a file as soon as there is one
   */
  Map<String, List<StatementReport>> report(BiConsumer<SqlFile, List<StatementReport>> each) {
    common.prepare();
    Map<String, List<StatementReport>> reports = new LinkedHashMap<>();
    for (SqlFile file : resolve()) {
      List<StatementReport> statements = common.report(file, List.of());
      reports.put(file.name(), statements);
      each.accept(file, statements);
    }
    return reports;
  }

  /** The files, sorted by path, standard input first. */
  List<SqlFile> resolve() {
    List<String> named = new ArrayList<>(files.isEmpty() ? project().file().paths() : files);
    if (named.isEmpty()) {
      throw new CliException(
          "no FILE is named",
          "name SQL files, directories or -, or list paths in " + ProjectFile.NAME);
    }
    List<SqlFile> resolved = new ArrayList<>();
    if (named.removeIf(STANDARD_INPUT::equals)) {
      resolved.add(SqlFile.standardInput(standardInputName));
    }
    resolved.addAll(SqlFiles.resolve(project().directory(), named));
    return resolved;
  }
}
