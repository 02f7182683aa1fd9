package io.streamfusion.cli.command;

import io.streamfusion.cli.report.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sf-plan completion}: completion for bash and zsh. */
@Command(
    name = "completion",
    description = "Prints a completion script: source <(sf-plan completion), in bash or zsh.",
    mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("sf-plan", spec.root().commandLine()));
    spec.commandLine().getOut().flush();
    return ExitCode.CLEAN.code();
  }
}
