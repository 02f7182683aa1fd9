package io.streamfusion.cli.command;

import com.google.protobuf.InvalidProtocolBufferException;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.substrait.text.PlanJson;
import io.streamfusion.substrait.text.PlanText;
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
    Map<Path, List<StatementReport>> reports =
        files.report((file, statements) -> statements.forEach(statement -> write(file, statement)));
    return SqlFileArguments.finish(
        spec,
        reports,
        report ->
            report.routing() == StatementReport.Routing.ERROR || (strict && report.isFinding()));
  }

  private void write(Path file, StatementReport report) {
    Optional<Plan> plan = report.translation().flatMap(translation -> translation.plan());
    String place = file + ":" + report.planned().statement().line();
    if (plan.isEmpty()) {
      if (report.isFinding()) {
        report.reasons().forEach(r -> spec.commandLine().getErr().println(place + ": " + r));
      }
      return;
    }
    if (output == null) {
      spec.commandLine().getOut().println("-- " + place);
      spec.commandLine().getOut().print(PlanText.of(plan.get()));
      return;
    }
    String name = file.getFileName().toString().replaceAll("\\.sql$", "");
    Path relative = file.isAbsolute() ? file.getRoot().relativize(file) : file;
    Path directory =
        output.resolve(Optional.ofNullable(relative.getParent()).orElse(Path.of(""))).normalize();
    if (!directory.startsWith(output.normalize())) {
      directory = output;
    }
    String stem = name + "." + report.planned().statement().ordinal();
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(stem + ".pb"), report.translation().get().planBytes());
      writeText(directory.resolve(stem + ".json"), PlanJson.of(plan.get()) + "\n");
      writeText(directory.resolve(stem + ".txt"), PlanText.of(plan.get()));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a plan of our own cannot be written as JSON", e);
    } catch (IOException e) {
      throw new CliException(
          directory + ": cannot be written (" + e.getMessage() + ")", "choose another --output");
    }
  }

  private static void writeText(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
