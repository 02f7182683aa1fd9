package io.streamfusion.cli.command;

import io.streamfusion.cli.policy.CheckPolicy;
import io.streamfusion.cli.report.CheckResult;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.GithubReport;
import io.streamfusion.cli.report.JsonReport;
import io.streamfusion.cli.report.JunitReport;
import io.streamfusion.cli.report.TextReport;
import io.streamfusion.translator.support.ReasonCode;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan check}: per statement, whether it runs natively, and why not. */
@Command(
    name = "check",
    description = "Says per statement whether it runs natively, and why not.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nPolicy:%n",
    footer = {
      "  An error is a finding. So is every fallback, unless --allow names all its reasons;",
      "  with --deny, --min-coverage or --max-fallbacks, only what they name. Options replace",
      "  what the policy of sf-plan.yaml says."
    })
public final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;
  @Mixin private FormatOption form;

  @Option(
      names = "--min-coverage",
      paramLabel = "PERCENT",
      description = "The least share of queries that must be native.")
  private Integer minCoverage;

  @Option(
      names = "--max-fallbacks",
      paramLabel = "COUNT",
      description = "How many queries may stay on Flink.")
  private Integer maxFallbacks;

  @Option(
      names = "--deny",
      paramLabel = "CODE",
      split = ",",
      description = "A reason that no query may stay on Flink for; repeatable.")
  private Set<ReasonCode> deny = new LinkedHashSet<>();

  @Option(
      names = "--allow",
      paramLabel = "CODE",
      split = ",",
      description = "A reason that queries may stay on Flink for; repeatable.")
  private Set<ReasonCode> allow = new LinkedHashSet<>();

  @Override
  public Integer call() {
    CheckPolicy policy = policy();
    CheckResult result = new CheckResult(files.report((file, statements) -> {}), policy);
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (form.format()) {
          case TEXT ->
              TextReport.of(result, CommonFlags.verbosity(spec), CommonFlags.colour(spec)::routing);
          case JSON -> JsonReport.of(result) + "\n";
          case GITHUB -> GithubReport.of(result, files.project().directory());
          case JUNIT -> JunitReport.of(result);
        });
    out.flush();
    Diagnostics.print(spec, result.files());
    return Findings.exitCode(result.hasFindings());
  }

  private CheckPolicy policy() {
    CheckPolicy policy =
        new CheckPolicy(optional(minCoverage), optional(maxFallbacks), deny, allow)
            .orElse(files.project().file().policy());
    policy.deny().stream()
        .filter(policy.allow()::contains)
        .findFirst()
        .ifPresent(
            code -> {
              throw new CliException(
                  code + " is both denied and allowed", "name it in one of --deny and --allow");
            });
    return policy;
  }

  private static OptionalInt optional(Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
