package io.streamfusion.cli.command;

import com.google.protobuf.InvalidProtocolBufferException;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.substrait.text.FullText;
import io.streamfusion.substrait.text.PlanJson;
import io.substrait.proto.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan translate}: writes the Substrait plan of each native statement. */
@Command(
    name = "translate",
    description =
        "Writes each native statement's Substrait plan as protobuf, JSON and readable text.",
    mixinStandardHelpOptions = true)
public final class TranslateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description =
          "Directory for NAME.STATEMENT.{pb,json,txt}, laid out as the SQL files are; without it the text"
              + " goes to standard output.")
  private Path output;

  @Option(names = "--strict", description = "Exit with 1 if a query falls back.")
  private boolean strict;

  @Override
  public Integer call() {
    Map<String, List<StatementReport>> reports =
        files.report((file, statements) -> statements.forEach(statement -> write(file, statement)));
    Diagnostics.print(spec, reports);
    return Findings.exitCode(
        reports,
        report ->
            report.isFinding()
                && (strict
                    || report.expected().isPresent()
                    || report.routing() == StatementReport.Routing.ERROR));
  }

  private void write(SqlFile file, StatementReport report) {
    Optional<Plan> plan = report.translation().flatMap(translation -> translation.plan());
    String place = file.name() + ":" + report.planned().statement().line();
    if (plan.isEmpty()) {
      if (report.isFinding() && CommonFlags.verbosity(spec) != Verbosity.QUIET) {
        report.reasons().forEach(r -> spec.commandLine().getErr().println(place + ": " + r));
      }
      return;
    }
    if (output == null) {
      spec.commandLine().getOut().println("-- " + place);
      spec.commandLine().getOut().print(FullText.of(plan.get()));
      return;
    }
    Path directory = directory(files.project().resolve(output), Path.of(file.name()));
    String stem = file.stem() + "." + report.planned().statement().ordinal();
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(stem + ".pb"), report.translation().get().planBytes());
      writeText(directory.resolve(stem + ".json"), PlanJson.of(plan.get()) + "\n");
      writeText(directory.resolve(stem + ".txt"), FullText.of(plan.get()));
      if (CommonFlags.verbosity(spec) == Verbosity.VERBOSE) {
        spec.commandLine().getOut().println(place + ": " + directory.resolve(stem) + ".*");
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a plan of our own cannot be written as JSON", e);
    } catch (IOException e) {
      throw new CliException(
          directory + ": cannot be written (" + e.getMessage() + ")", "choose another --output");
    }
  }

  /** The file's own directory below {@code output}; {@code output} for one that lies outside. */
  private static Path directory(Path output, Path file) {
    Path relative = file.isAbsolute() ? file.getRoot().relativize(file) : file;
    Path directory =
        output.resolve(Optional.ofNullable(relative.getParent()).orElse(Path.of(""))).normalize();
    return directory.startsWith(output.normalize()) ? directory : output;
  }

  private static void writeText(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
