package io.streamfusion.cli.command;

import io.streamfusion.cli.doctor.Finding;
import io.streamfusion.cli.doctor.FlinkHome;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import java.nio.file.Path;
import java.util.List;
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
        "Looks at a Flink distribution: plugin, class path order, versions, platform, options.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private FormatOption form;

  @Parameters(
      arity = "0..1",
      paramLabel = "FLINK_HOME",
      description = "The distribution (default: the variable FLINK_HOME).")
  private Path home;

  @Override
  public Integer call() {
    Path examined = home();
    List<Finding> findings = FlinkHome.examine(examined);
    List<Judgement> judgements =
        findings.stream().map(finding -> finding.judge(examined.toString())).toList();
    String text =
        findings.stream().map(finding -> finding.text() + "\n").collect(Collectors.joining());
    spec.commandLine().getOut().print(Judgements.write(form.format(), judgements, text));
    spec.commandLine().getOut().flush();
    return Findings.exitCode(judgements.stream().anyMatch(Judgement::isFinding));
  }

  private Path home() {
    if (home != null) {
      return home;
    }
    String variable = System.getenv("FLINK_HOME");
    if (variable == null || variable.isEmpty()) {
      throw new CliException("no Flink distribution is named", "sf-plan doctor FLINK_HOME");
    }
    return Path.of(variable);
  }
}
