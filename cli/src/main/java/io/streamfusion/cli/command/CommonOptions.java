package io.streamfusion.cli.command;

import io.streamfusion.cli.planning.PlannedStatement;
import io.streamfusion.cli.planning.ScriptPlanner;
import io.streamfusion.cli.project.Project;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.script.Definitions;
import io.streamfusion.cli.script.Header;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.support.ReasonCode;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that plans SQL, and the work behind them: plan and translate. */
public final class CommonOptions {

  @Mixin private DirectoryOption directory;

  @Option(
      names = "--flink-version",
      paramLabel = "VERSION",
      description = "Refuse to run if this sf-plan plans for another version of Flink.")
  private String flinkVersion;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Table option to start from, such as table.exec.state.ttl=1h; repeatable.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--define",
      paramLabel = "NAME=VALUE",
      description = "What $${NAME} in SQL stands for; repeatable.")
  private Map<String, String> definitions = new LinkedHashMap<>();

  @Option(
      names = "--init",
      paramLabel = "FILE",
      description = "SQL file that runs before each file, such as table declarations; repeatable.")
  private List<Path> init = new ArrayList<>();

  @Option(
      names = "--lib",
      paramLabel = "PATH",
      description =
          "Jar, or directory of jars or classes, with connectors and functions; repeatable.")
  private List<Path> lib = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  private Project project;

  /** Where it works. */
  DirectoryOption directory() {
    return directory;
  }

  /** The project, opened once. */
  Project project() {
    if (project == null) {
      project = Project.open(directory.directory());
    }
    return project;
  }

  /**
   * Checks the version of Flink and puts the jars of {@code --lib} in front of connectors' and
   * functions' class loading; to be called before anything is planned.
   */
  void prepare() {
    checkFlinkVersion();
    List<URL> urls = libraries();
    if (urls.isEmpty()) {
      return;
    }
    ClassLoader parent = Thread.currentThread().getContextClassLoader();
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(urls.toArray(new URL[0]), parent));
  }

  /** The jars and directories of {@code --lib} and of the project. */
  List<URL> libraries() {
    List<URL> urls = new ArrayList<>();
    for (Path path : withProject(project(), project().file().lib(), lib)) {
      if (!Files.exists(path)) {
        throw new CliException(path + ": not found", "--lib takes a jar or a directory");
      }
      addUrls(path, urls);
    }
    return urls;
  }

  /** The table options to start from. */
  Map<String, String> options() {
    return options(project());
  }

  private Map<String, String> options(Project of) {
    Map<String, String> options = new LinkedHashMap<>(of.file().settings());
    options.putAll(settings);
    return options;
  }

  /** What the variables in SQL stand for. */
  private Definitions definitions(Project of) {
    Map<String, String> values = new LinkedHashMap<>(of.file().definitions());
    values.putAll(definitions);
    return new Definitions(values);
  }

  /** The text of a file, with values in place of variables. */
  String text(SqlFile file) {
    return definitions(project()).apply(file.text());
  }

  /** The scripts that run before each file. */
  List<Path> init() {
    return withProject(project(), project().file().init(), init);
  }

  private void checkFlinkVersion() {
    String bundled = EnvironmentInformation.getVersion();
    Optional<String> wanted =
        Optional.ofNullable(flinkVersion).or(() -> project().file().flinkVersion());
    wanted
        .filter(version -> !version.equals(bundled))
        .ifPresent(
            version -> {
              throw new CliException(
                  "plans for Flink " + bundled + ", not for " + version,
                  "use the sf-plan of a StreamFusion built for Flink " + version);
            });
  }

  /** What the project file names, then what the command line names. */
  private static List<Path> withProject(Project of, List<String> ofFile, List<Path> ofCommandLine) {
    return Stream.concat(
            of.resolve(ofFile).stream(), ofCommandLine.stream().map(path -> of.resolve(path)))
        .toList();
  }

  private static void addUrls(Path path, List<URL> urls) {
    try {
      if (Files.isRegularFile(path)) {
        // Class loading would skip what is no jar.
        new JarFile(path.toFile()).close();
      }
      urls.add(path.toUri().toURL());
      if (Files.isDirectory(path)) {
        try (Stream<Path> children = Files.list(path)) {
          for (Path jar : children.filter(p -> p.toString().endsWith(".jar")).sorted().toList()) {
            urls.add(jar.toUri().toURL());
          }
        }
      }
    } catch (MalformedURLException e) {
      throw new CliException(path + ": not a path that can be loaded from", "rename it");
    } catch (IOException e) {
      throw new CliException(
          path + ": neither a jar nor a directory that can be read",
          "--lib takes a jar, or a directory of jars or classes");
    }
  }

  /** Plans and translates one file in a session of its own. */
  List<StatementReport> report(SqlFile file, List<Path> extraInit) {
    return report(project(), file, extraInit);
  }

  /** The same in another project, such as an older version of this one. */
  List<StatementReport> report(Project of, SqlFile file, List<Path> extraInit) {
    ScriptPlanner planner = new ScriptPlanner(options(of));
    of.file().functions().forEach(planner::declare);
    Stream.concat(withProject(of, of.file().init(), init).stream(), extraInit.stream())
        .forEach(script -> runInit(planner, script, definitions(of)));
    String text = definitions(of).apply(file.text());
    Header header = header(file.name(), text);
    Optional<String> unmet = header.unmet(EnvironmentInformation.getVersion());
    if (unmet.isPresent()) {
      mixee.commandLine().getErr().println(file.name() + ": skipped, " + unmet.get());
      return List.of();
    }
    header.settings().forEach(planner::set);
    List<StatementReport> reports = new ArrayList<>();
    for (PlannedStatement planned : planner.plan(file.name(), text)) {
      reports.add(
          new StatementReport(
              planned,
              planned.roots().isEmpty()
                  ? Optional.empty()
                  : Optional.of(new PlanTranslator(planned.options()).translate(planned.roots()))));
    }
    return header
        .expectation()
        .map(expectation -> StatementReport.judge(reports, expectation))
        .orElseGet(() -> of.file().exempt(file.name(), reports));
  }

  /** What a file says about itself, with a reason code that exists. */
  static Header header(String file, String text) {
    Header header = Header.of(file, text);
    header
        .expectation()
        .filter(expectation -> expectation.kind() == Header.Expectation.Kind.FALLBACK)
        .filter(
            expectation ->
                Arrays.stream(ReasonCode.values())
                    .noneMatch(code -> code.name().equals(expectation.detail())))
        .ifPresent(
            expectation -> {
              throw new CliException(
                  file + ": '" + expectation.detail() + "' is no reason code",
                  "sf-plan reasons lists them");
            });
    return header;
  }

  private static void runInit(ScriptPlanner planner, Path script, Definitions definitions) {
    SqlFile file = SqlFile.of(script);
    for (PlannedStatement statement : planner.plan(file.name(), definitions.apply(file.text()))) {
      statement
          .error()
          .ifPresent(
              error -> {
                throw new CliException(
                    error.withoutHint(), "the files of --init must run without errors");
              });
    }
  }
}
