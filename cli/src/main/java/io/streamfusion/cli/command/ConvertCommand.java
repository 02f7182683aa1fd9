package io.streamfusion.cli.command;

import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import io.substrait.proto.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan convert}: a plan file in another form. */
@Command(
    name = "convert",
    description =
        "Writes a plan file in another form; what is written reads back to the same bytes.",
    mixinStandardHelpOptions = true)
public final class ConvertCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private DirectoryOption directory;

  @Parameters(paramLabel = "PLAN", description = "The plan file.")
  private Path input;

  @Option(
      names = "--from",
      description = "pb, json, text or txtpb (default: what the file's name tells).")
  private PlanForm from;

  @Option(
      names = "--to",
      required = true,
      description = "pb, json, text (a line for each relation) or txtpb (protobuf's text format).")
  private PlanForm to;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it (default: standard output; pb needs a file).")
  private Path output;

  @Override
  public Integer call() {
    Plan plan = PlanFiles.read(directory.resolve(input), Optional.ofNullable(from));
    byte[] bytes = to.write(input.toString(), plan);
    if (output != null) {
      PlanFiles.write(directory.resolve(output), bytes);
    } else if (to == PlanForm.PB) {
      throw new CliException("pb is not written to a terminal", "name a file with --output");
    } else {
      spec.commandLine().getOut().print(new String(bytes, StandardCharsets.UTF_8));
      spec.commandLine().getOut().flush();
    }
    return ExitCode.CLEAN.code();
  }
}
