package io.streamfusion.cli.command;

import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.plan.PlanValidator;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan validate}: whether plan files hold together. */
@Command(
    name = "validate",
    description =
        "Checks plan files: contract version, functions, messages, references, depth. The engine's"
            + " own reader is not asked.",
    mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "PLAN", description = "Plan files.")
  private List<Path> files;

  @Option(
      names = "--from",
      description = "pb, json or txtpb (default: what each file's name tells).")
  private PlanForm from;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    boolean findings = false;
    for (Path file : files) {
      List<String> problems =
          PlanValidator.problems(PlanFiles.read(file, Optional.ofNullable(from)));
      findings |= !problems.isEmpty();
      out.println(file + ": " + (problems.isEmpty() ? "valid" : "not valid"));
      problems.forEach(problem -> out.println("    " + problem));
    }
    return Findings.exitCode(findings);
  }
}
