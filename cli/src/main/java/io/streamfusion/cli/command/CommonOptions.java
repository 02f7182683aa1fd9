package io.streamfusion.cli.command;

import io.streamfusion.cli.planning.PlannedStatement;
import io.streamfusion.cli.planning.ScriptPlanner;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.script.SqlFiles;
import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.TranslationOptions;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.Option;

/** The options that every command takes, and the work behind them: plan a file and translate it. */
public final class CommonOptions {

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Table option to start from, such as table.exec.state.ttl=1h; repeatable.")
  private Map<String, String> settings = new LinkedHashMap<>();

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

  /** Puts the jars of {@code --lib} in front of connectors' and functions' class loading. */
  void applyLib() {
    if (lib.isEmpty()) {
      return;
    }
    List<URL> urls = new ArrayList<>();
    for (Path path : lib) {
      if (!Files.exists(path)) {
        throw new CliException(path + ": not found", "--lib takes a jar or a directory");
      }
      addUrls(path, urls);
    }
    ClassLoader parent = Thread.currentThread().getContextClassLoader();
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(urls.toArray(new URL[0]), parent));
  }

  private static void addUrls(Path path, List<URL> urls) {
    try {
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
    } catch (java.io.IOException e) {
      throw new CliException(path + ": cannot be listed", "check that you may read it");
    }
  }

  /** Plans and translates one file in a session of its own. */
  List<StatementReport> report(Path file, List<Path> extraInit) {
    ScriptPlanner planner = new ScriptPlanner(settings);
    Stream.concat(init.stream(), extraInit.stream()).forEach(script -> runInit(planner, script));
    List<StatementReport> reports = new ArrayList<>();
    for (PlannedStatement planned : planner.plan(file.toString(), SqlFiles.read(file))) {
      reports.add(
          new StatementReport(
              planned,
              planned.roots().isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      new PlanTranslator(translationOptions(planner)).translate(planned.roots()))));
    }
    return reports;
  }

  private static void runInit(ScriptPlanner planner, Path script) {
    for (PlannedStatement statement : planner.plan(script.toString(), SqlFiles.read(script))) {
      statement
          .error()
          .ifPresent(
              error -> {
                throw new CliException(error.text(), "the files of --init must run without errors");
              });
    }
  }

  private static TranslationOptions translationOptions(ScriptPlanner planner) {
    return TranslationOptions.of(
        planner.planner().getTableConfig(), EnvironmentInformation.getVersion());
  }
}
