package io.streamfusion.cli.command;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.run.FileTables;
import io.streamfusion.cli.run.PluginProcess;
import io.streamfusion.cli.run.RunEngine;
import io.streamfusion.cli.run.RunRequest;
import io.streamfusion.cli.script.SqlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan run}: executes SQL on an embedded Flink, natively, on stock, or on both. */
@Command(
    name = "run",
    description = "Executes SQL files on an embedded Flink, natively, on stock Flink, or on both.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nTables:%n",
    footer = {
      "  A table that --table binds to a file is read from it or written to it. A sink whose",
      "  connector is not on the class path is printed instead, like the rows of a SELECT. With",
      "  --compare no sink is written; what reaches it on both engines is compared."
    })
public final class RunCommand implements Callable<Integer> {

  private static final String ADVICE =
      "build it with make build, name it with --plugin, or run on stock Flink with --stock";

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;
  @Mixin private FormatOption form;

  @Option(names = "--stock", description = "Run on stock Flink, without the native engine.")
  private boolean stock;

  @Option(
      names = "--compare",
      description = "Run on stock Flink and natively, and compare what reaches the sinks.")
  private boolean compare;

  @Option(
      names = "--table",
      paramLabel = "NAME=FILE",
      description =
          "A table whose rows are in a local file; its name tells the format: .json, .csv, .txt,"
              + " .avro, .parquet, .orc; repeatable.")
  private Map<String, Path> tables = new LinkedHashMap<>();

  @Option(
      names = "--analyze",
      description = "Print the operators with their rows, batches, time and state; so does -v.")
  private boolean analyze;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of operators (default: ${DEFAULT-VALUE}).")
  private int parallelism;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Stop a job that has not ended by then; 0, the default, never does.")
  private long timeout;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many rows of a sink are printed (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      description = "The flink-streamfusion-*.jar that runs natively (default: the bundled one).")
  private Path plugin;

  @Override
  public Integer call() {
    if (stock && compare) {
      throw new CliException("--stock and --compare exclude each other", "leave out --stock");
    }
    files.common().prepare();
    if (parallelism < 1) {
      throw new CliException("--parallelism " + parallelism + " is no parallelism", "at least 1");
    }
    FileTables.of(tables());
    Verbosity verbosity = CommonFlags.verbosity(spec);
    RunRequest request =
        new RunRequest(
            scripts(files.resolve()),
            scripts(files.common().init().stream().map(SqlFile::of).toList()),
            engines(),
            files.common().options(),
            tables(),
            parallelism,
            timeout,
            verbosity != Verbosity.QUIET && Terminal.isThere(),
            new RunRequest.Detail(
                verbosity,
                analyze || verbosity == Verbosity.VERBOSE,
                rows,
                form.format(),
                files.project().directory().toString()));
    return PluginProcess.execute(
        stock
            ? Optional.empty()
            : Optional.of(
                PluginProcess.plugin(
                    Optional.ofNullable(plugin).map(files.project()::resolve), ADVICE)),
        files.common().libraries(),
        request,
        spec.commandLine().getOut(),
        spec.commandLine().getErr());
  }

  private List<RunRequest.Script> scripts(List<SqlFile> files) {
    List<RunRequest.Script> scripts = new ArrayList<>();
    for (SqlFile file : files) {
      String text = this.files.common().text(file);
      Optional<String> unmet =
          CommonOptions.header(file.name(), text).unmet(EnvironmentInformation.getVersion());
      if (unmet.isPresent()) {
        spec.commandLine().getErr().println(file.name() + ": skipped, " + unmet.get());
      } else {
        scripts.add(new RunRequest.Script(file.name(), text));
      }
    }
    return scripts;
  }

  private Map<String, String> tables() {
    Map<String, String> resolved = new LinkedHashMap<>();
    tables.forEach((table, file) -> resolved.put(table, files.project().resolve(file).toString()));
    return resolved;
  }

  private List<RunEngine> engines() {
    if (compare) {
      return List.of(RunEngine.STOCK, RunEngine.NATIVE);
    }
    return List.of(stock ? RunEngine.STOCK : RunEngine.NATIVE);
  }
}
