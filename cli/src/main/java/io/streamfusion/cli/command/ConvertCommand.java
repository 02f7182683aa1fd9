package io.streamfusion.cli.command;

import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.substrait.text.PlanText;
import io.substrait.proto.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  /** What a plan can be written as. */
  enum Target {
    PB,
    JSON,
    TXTPB,
    /** The readable form of translate and explain, which is not read back. */
    TEXT
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PLAN", description = "The plan file.")
  private Path input;

  @Option(
      names = "--from",
      description = "pb, json or txtpb (default: what the file's name tells).")
  private PlanForm from;

  @Option(
      names = "--to",
      required = true,
      description =
          "pb, json, txtpb (protobuf's text format), or text: the readable form, which cannot be"
              + " read back.")
  private Target to;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it (default: standard output; pb needs a file).")
  private Path output;

  @Override
  public Integer call() {
    Plan plan = PlanFiles.read(input, Optional.ofNullable(from));
    byte[] bytes = encode(plan);
    if (output != null) {
      PlanFiles.write(output, bytes);
    } else if (to == Target.PB) {
      throw new CliException("pb is not written to a terminal", "name a file with --output");
    } else {
      spec.commandLine().getOut().print(new String(bytes, StandardCharsets.UTF_8));
      spec.commandLine().getOut().flush();
    }
    return ExitCode.CLEAN.code();
  }

  private byte[] encode(Plan plan) {
    String name = input.toString();
    return switch (to) {
      case PB -> PlanForm.PB.write(name, plan);
      case JSON -> PlanForm.JSON.write(name, plan);
      case TXTPB -> PlanForm.TXTPB.write(name, plan);
      case TEXT -> readable(name, plan).getBytes(StandardCharsets.UTF_8);
    };
  }

  private static String readable(String name, Plan plan) {
    try {
      return PlanText.of(plan);
    } catch (IllegalArgumentException e) {
      throw new CliException(
          name + ": " + e.getMessage(), "sf-plan validate says what is wrong with a plan");
    }
  }
}
