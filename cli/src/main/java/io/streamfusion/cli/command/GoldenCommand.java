package io.streamfusion.cli.command;

import io.streamfusion.cli.golden.GoldenCase;
import io.streamfusion.cli.golden.GoldenPlans;
import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.StatementText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan golden}: plans of SQL files that people review. */
@Command(
    name = "golden",
    description = "Verifies or updates reviewed plans.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(verify | update)")
public final class GoldenCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        spec.commandLine(), "golden needs a subcommand: verify or update");
  }

  @Command(
      name = "verify",
      description = "Fails if a generated plan differs from the reviewed one.",
      mixinStandardHelpOptions = true)
  int verify(
      @Mixin CommonOptions common,
      @Parameters(paramLabel = "DIR", description = "Folder of golden plans.") Path root,
      @Option(names = "--case", description = "Only cases whose name contains this.")
          String filter) {
    common.applyLib();
    PrintWriter out = spec.commandLine().getOut();
    int passed = 0;
    int failed = 0;
    for (GoldenCase golden : cases(root, filter)) {
      Optional<List<String>> difference = GoldenPlans.difference(golden, generate(common, golden));
      if (difference.isEmpty()) {
        passed++;
        continue;
      }
      failed++;
      out.println(golden.name() + ": differs from " + golden.plan());
      difference.get().forEach(line -> out.println("  " + line));
    }
    out.println("goldens: " + passed + " passed, " + failed + " failed");
    if (failed > 0) {
      spec.commandLine()
          .getErr()
          .println("  hint: review the difference, then run sf-plan golden update " + root);
    }
    return (failed == 0 ? ExitCode.CLEAN : ExitCode.FINDINGS).code();
  }

  @Command(
      name = "update",
      description = "Writes the generated plans; review the change before you commit it.",
      mixinStandardHelpOptions = true)
  int update(
      @Mixin CommonOptions common,
      @Parameters(paramLabel = "DIR", description = "Folder of golden plans.") Path root,
      @Option(names = "--case", description = "Only cases whose name contains this.")
          String filter) {
    common.applyLib();
    PrintWriter out = spec.commandLine().getOut();
    List<GoldenCase> cases = cases(root, filter);
    int changed = 0;
    for (GoldenCase golden : cases) {
      if (GoldenPlans.update(golden, generate(common, golden))) {
        changed++;
        out.println("updated " + golden.plan());
      }
    }
    out.println("goldens: " + changed + " of " + cases.size() + " updated");
    return ExitCode.CLEAN.code();
  }

  private static List<GoldenCase> cases(Path root, String filter) {
    return GoldenCase.findAll(root).stream()
        .filter(golden -> filter == null || golden.name().contains(filter))
        .toList();
  }

  private static String generate(CommonOptions common, GoldenCase golden) {
    return common.report(golden.query(), golden.init()).stream()
        .map(StatementText::golden)
        .collect(Collectors.joining());
  }
}
