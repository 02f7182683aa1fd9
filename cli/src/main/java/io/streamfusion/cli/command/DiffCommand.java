package io.streamfusion.cli.command;

import io.streamfusion.cli.diff.Change;
import io.streamfusion.cli.diff.DiffPage;
import io.streamfusion.cli.diff.PlanDiff;
import io.streamfusion.cli.diff.PlanFileDiff;
import io.streamfusion.cli.diff.QueryDiff;
import io.streamfusion.cli.diff.SideBySide;
import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.project.GitTree;
import io.streamfusion.cli.project.Project;
import io.streamfusion.cli.project.ProjectFile;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.cli.script.SqlFiles;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  @Mixin private FormatOption form;

  @Parameters(
      arity = "0..*",
      paramLabel = "OLD NEW",
      description =
          "A SQL file, plan file or directory, and its other version. With --against, the files, directories"
              + " and quoted globs to compare; without any, the paths of sf-plan.yaml.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--against",
      paramLabel = "REF",
      description =
          "Compare with a commit of the project's git repository, which has scripts of --init and a"
              + " sf-plan.yaml of its own.")
  private String ref;

  @Option(
      names = "--fail-on",
      split = ",",
      paramLabel = "CHANGE",
      converter = ChangeConverter.class,
      defaultValue = "coverage-lost,state-incompatible,result-affecting",
      description =
          "Exit with 1 if a query changed so: identical, cosmetic, coverage-gained, coverage-lost,"
              + " state-compatible, state-incompatible, result-affecting (default:"
              + " ${DEFAULT-VALUE}).")
  private Set<Change> failOn = new LinkedHashSet<>();

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      description = "Write the plans of all queries to a page, too, both versions side by side.")
  private Path page;

  @Option(
      names = "--side-by-side",
      paramLabel = "WIDTH",
      arity = "0..1",
      fallbackValue = "160",
      description = "Print whole plans next to each other, in lines of WIDTH (default: 160).")
  private Integer width;

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
    List<QueryDiff> diffs = ref == null ? ofPaths() : ofCommit();
    PrintWriter out = spec.commandLine().getOut();
    List<Judgement> judgements = diffs.stream().map(diff -> diff.judge(failOn)).toList();
    if (page != null) {
      PlanFiles.write(
          common.project().resolve(page),
          DiffPage.of(diffs, summary(diffs)).getBytes(StandardCharsets.UTF_8));
    }
    String text = CommonFlags.colour(spec).difference(text(diffs));
    out.print(Judgements.write(form.format(), common.project().directory(), judgements, text));
    out.flush();
    return Findings.exitCode(judgements.stream().anyMatch(Judgement::isFinding));
  }

  private List<QueryDiff> ofPaths() {
    if (paths.size() != 2) {
      throw new CliException(
          "diff compares two versions, " + paths.size() + " are named",
          "sf-plan diff OLD NEW, or sf-plan diff --against REF");
    }
    Path old = common.project().resolve(paths.get(0));
    Path changed = common.project().resolve(paths.get(1));
    if (Files.isDirectory(old) != Files.isDirectory(changed)) {
      throw new CliException(
          "a directory cannot be compared with a file", "name two files or two directories");
    }
    if (isPlan(old) && isPlan(changed)) {
      return PlanFileDiff.of(
          paths.get(1).toString(),
          PlanFiles.read(old, Optional.empty()),
          PlanFiles.read(changed, Optional.empty()));
    }
    if (isPlan(old) || isPlan(changed)) {
      throw new CliException(
          "a plan file cannot be compared with SQL", "translate the SQL, or name two plan files");
    }
    return PlanDiff.of(reports(old), reports(changed));
  }

  private static boolean isPlan(Path path) {
    return PlanForm.ofName(path.toString()).isPresent() && !Files.isDirectory(path);
  }

  /** By a name that both versions share: the path inside the directory, or that of the new file. */
  private Map<String, List<StatementReport>> reports(Path root) {
    Map<String, List<StatementReport>> reports = new LinkedHashMap<>();
    List<SqlFile> files = SqlFiles.resolve(Path.of(""), List.of(root.toString()));
    if (!Files.isDirectory(root) && files.size() > 1) {
      throw new CliException(
          root + ": " + files.size() + " files", "OLD and NEW are a file or a directory each");
    }
    for (SqlFile file : files) {
      String name =
          Files.isDirectory(root)
              ? root.normalize().relativize(Path.of(file.name())).toString()
              : paths.get(1).toString();
      reports.put(name, common.report(file, List.of()));
    }
    Diagnostics.print(spec, reports);
    return reports;
  }

  private List<QueryDiff> ofCommit() {
    Project now = common.project();
    try (GitTree tree = GitTree.of(now.directory(), ref)) {
      Project then = Project.openCopy(tree.folder(), now.directory());
      List<String> named =
          paths.isEmpty()
              ? now.file().paths()
              : paths.stream().map(path -> insideOf(now, path)).toList();
      if (named.isEmpty()) {
        throw new CliException(
            "no FILE is named",
            "name SQL files or directories, or list paths in " + ProjectFile.NAME);
      }
      for (String path : named) {
        if (SqlFiles.find(now.directory(), List.of(path)).isEmpty()
            && SqlFiles.find(then.directory(), List.of(path)).isEmpty()) {
          throw new CliException(
              path + ": no SQL file found, neither now nor in " + ref, SqlFiles.HINT);
        }
      }
      boolean ofItsOwn = paths.isEmpty() && !then.file().paths().isEmpty();
      return PlanDiff.of(
          reports(then, ofItsOwn ? then.file().paths() : named), reports(now, named));
    }
  }

  /** A path that a person wrote, as both versions of the project have it. */
  private static String insideOf(Project project, Path path) {
    Path root = project.directory().toAbsolutePath().normalize();
    Path file = root.resolve(path).normalize();
    if (!file.startsWith(root)) {
      throw new CliException(
          path + ": outside of the project", "-C names the directory that --against compares");
    }
    return root.relativize(file).toString();
  }

  /** By the path inside the project. A path that only one version has is a change of its own. */
  private Map<String, List<StatementReport>> reports(Project project, List<String> named) {
    Map<String, List<StatementReport>> reports = new LinkedHashMap<>();
    for (SqlFile file : SqlFiles.find(project.directory(), named)) {
      reports.put(file.name(), common.report(project, file, List.of()));
    }
    Diagnostics.print(spec, reports);
    return reports;
  }

  private String text(List<QueryDiff> diffs) {
    Verbosity verbosity = CommonFlags.verbosity(spec);
    return diffs.stream()
            .filter(
                diff ->
                    switch (verbosity) {
                      case QUIET -> diff.judge(failOn).isFinding();
                      case NORMAL -> !diff.changes().equals(Set.of(Change.IDENTICAL));
                      case VERBOSE -> true;
                    })
            .map(diff -> verbosity == Verbosity.QUIET ? diff.title() + "\n" : text(diff))
            .collect(Collectors.joining())
        + summary(diffs)
        + "\n";
  }

  private String text(QueryDiff diff) {
    return width == null ? diff.text() : SideBySide.of(diff, width);
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
