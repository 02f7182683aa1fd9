package io.streamfusion.cli.command;

import io.streamfusion.cli.doctor.Finding;
import io.streamfusion.cli.doctor.FlinkHome;
import io.streamfusion.cli.doctor.Machine;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.Verbosity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan doctor}: why a Flink distribution does not run natively. */
@Command(
    name = "doctor",
    description =
        "Looks at a Flink distribution, or at this machine: plugin, class path order, versions, platform,"
            + " whether the engine starts, options.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private DirectoryOption directory;
  @Mixin private FormatOption form;

  @Parameters(
      arity = "0..1",
      paramLabel = "FLINK_HOME",
      description =
          "The distribution (default: the variable FLINK_HOME; without it, this machine).")
  private Path home;

  @Override
  public Integer call() {
    Optional<Path> examined = home();
    List<Finding> findings = examined.map(FlinkHome::examine).orElseGet(Machine::examine);
    String name = examined.map(Path::toString).orElse("this machine");
    List<Judgement> judgements = findings.stream().map(finding -> finding.judge(name)).toList();
    boolean quiet = CommonFlags.verbosity(spec) == Verbosity.QUIET;
    String text =
        findings.stream()
            .filter(finding -> !quiet || finding.level() != Finding.Level.OK)
            .map(finding -> finding.text() + "\n")
            .collect(Collectors.joining());
    spec.commandLine()
        .getOut()
        .print(
            Judgements.write(form.format(), judgements, CommonFlags.colour(spec).findings(text)));
    spec.commandLine().getOut().flush();
    return Findings.exitCode(judgements.stream().anyMatch(Judgement::isFinding));
  }

  private Optional<Path> home() {
    return Optional.ofNullable(home)
        .map(directory::resolve)
        .or(
            () ->
                Optional.ofNullable(System.getenv("FLINK_HOME"))
                    .filter(variable -> !variable.isEmpty())
                    .map(Path::of));
  }
}
