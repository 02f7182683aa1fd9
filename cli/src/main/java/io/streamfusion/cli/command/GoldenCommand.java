package io.streamfusion.cli.command;

import io.streamfusion.cli.golden.GoldenCase;
import io.streamfusion.cli.golden.GoldenPlans;
import io.streamfusion.cli.golden.PendingPlans;
import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.script.SqlFile;
import io.streamfusion.translator.TranslationResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan golden}: plans of SQL files that people review. */
@Command(
    name = "golden",
    description = "Verifies reviewed plans, and takes people through what changed.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel =
        "(verify | update | pending | review | accept | reject | prune | export)")
public final class GoldenCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The cases that a subcommand is about. */
  static final class Cases {
    @Parameters(paramLabel = "DIR", description = "Folder of golden plans.")
    private Path root;

    @Option(names = "--case", description = "Only cases whose name contains this.")
    private String filter;

    private List<GoldenCase> find(DirectoryOption directory) {
      return GoldenCase.findAll(directory.resolve(root)).stream()
          .filter(golden -> filter == null || golden.name().contains(filter))
          .toList();
    }
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "golden needs a subcommand, such as verify or review");
  }

  @Command(
      name = "verify",
      description =
          "Fails if a generated plan differs from the reviewed one, and keeps it for review.",
      mixinStandardHelpOptions = true)
  int verify(
      @Mixin CommonOptions common,
      @Mixin Cases cases,
      @Mixin FormatOption form,
      @Option(
              names = "--pending",
              negatable = true,
              description =
                  "Write what differs to plan.pending.txt (default: unless the variable CI is set).")
          Boolean pending) {
    common.prepare();
    PrintWriter out = spec.commandLine().getOut();
    boolean keep = pending == null ? System.getenv("CI") == null : pending;
    Verbosity verbosity = CommonFlags.verbosity(spec);
    StringBuilder text = new StringBuilder();
    List<Judgement> judgements = new ArrayList<>();
    for (GoldenCase golden : cases.find(common.directory())) {
      List<StatementReport> reports = common.report(SqlFile.of(golden.query()), golden.init());
      String generated = text(reports);
      Optional<GoldenPlans.Difference> difference =
          reports.isEmpty() ? Optional.empty() : GoldenPlans.difference(golden, generated);
      List<String> contradictions = contradictions(reports);
      contradictions.forEach(
          what -> text.append(golden.name()).append(": ").append(what).append('\n'));
      difference.ifPresent(
          found -> {
            text.append(golden.name()).append(": differs from ").append(golden.plan()).append('\n');
            List<String> lines = verbosity == Verbosity.QUIET ? found.meaning() : found.lines();
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
          });
      if (verbosity == Verbosity.VERBOSE && difference.isEmpty() && contradictions.isEmpty()) {
        text.append(golden.name()).append(": as reviewed\n");
      }
      if (difference.isEmpty()) {
        PendingPlans.reject(golden);
      } else if (keep) {
        PendingPlans.write(golden, generated);
      }
      judgements.add(
          new Judgement(
              golden.query().toString(),
              1,
              1,
              golden.name(),
              difference.isPresent() ? "differs from the reviewed plan" : "golden plan",
              Stream.concat(
                      contradictions.stream(),
                      difference.stream().flatMap(found -> found.lines().stream()))
                  .collect(Collectors.joining("\n")),
              difference.isPresent() || !contradictions.isEmpty()));
    }
    long failed = judgements.stream().filter(Judgement::isFinding).count();
    text.append("goldens: ")
        .append(judgements.size() - failed)
        .append(" passed, ")
        .append(failed)
        .append(" failed\n");
    out.print(
        Judgements.write(
            form.format(), judgements, CommonFlags.colour(spec).difference(text.toString())));
    out.flush();
    if (failed > 0) {
      String where = common.directory().argument() + cases.root;
      spec.commandLine()
          .getErr()
          .println(
              keep
                  ? "  hint: sf-plan golden review " + where + " goes through the differences"
                  : "  hint: review the difference, then run sf-plan golden update " + where);
    }
    return Findings.exitCode(failed > 0);
  }

  @Command(
      name = "update",
      description = "Writes the generated plans; review the change before you commit it.",
      mixinStandardHelpOptions = true)
  int update(
      @Mixin CommonOptions common,
      @Mixin Cases cases,
      @Option(
              names = "--this-version",
              description =
                  "Write what differs from plan.txt to a plan of this version of Flink alone, such as"
                      + " plan.flink-2.3.txt.")
          boolean thisVersion) {
    common.prepare();
    PrintWriter out = spec.commandLine().getOut();
    List<GoldenCase> found = cases.find(common.directory());
    int changed = 0;
    for (GoldenCase golden : found) {
      List<StatementReport> reports = common.report(SqlFile.of(golden.query()), golden.init());
      String generated = text(reports);
      boolean differs = !reports.isEmpty() && GoldenPlans.difference(golden, generated).isPresent();
      if (differs) {
        GoldenCase target = thisVersion ? golden.ofThisVersion() : golden;
        GoldenPlans.update(target, generated);
        changed++;
        out.println("updated " + target.plan());
      }
      PendingPlans.reject(golden);
    }
    out.println("goldens: " + changed + " of " + found.size() + " updated");
    return ExitCode.CLEAN.code();
  }

  @Command(
      name = "pending",
      description = "Lists the plans that wait for a review; exits with 1 if there are some.",
      mixinStandardHelpOptions = true)
  int pending(@Mixin DirectoryOption directory, @Mixin Cases cases) {
    List<GoldenCase> pending = PendingPlans.of(cases.find(directory));
    pending.forEach(golden -> spec.commandLine().getOut().println(golden.name()));
    spec.commandLine().getOut().println("goldens: " + pending.size() + " pending");
    return Findings.exitCode(!pending.isEmpty());
  }

  @Command(
      name = "accept",
      description = "Makes pending plans the reviewed ones.",
      mixinStandardHelpOptions = true)
  int accept(@Mixin DirectoryOption directory, @Mixin Cases cases) {
    return forEachPending(directory, cases, "accepted", PendingPlans::accept);
  }

  @Command(name = "reject", description = "Forgets pending plans.", mixinStandardHelpOptions = true)
  int reject(@Mixin DirectoryOption directory, @Mixin Cases cases) {
    return forEachPending(directory, cases, "rejected", PendingPlans::reject);
  }

  @Command(
      name = "review",
      description =
          "Shows what each pending plan changes, and what that means, and asks what to do with it.",
      mixinStandardHelpOptions = true)
  int review(@Mixin DirectoryOption directory, @Mixin Cases cases) {
    PrintWriter out = spec.commandLine().getOut();
    List<GoldenCase> pending = PendingPlans.of(cases.find(directory));
    BufferedReader answers =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Colour colour = CommonFlags.colour(spec);
    int left = pending.size();
    for (GoldenCase golden : pending) {
      out.println(golden.name() + " (" + golden.query() + ")");
      PendingPlans.difference(golden).stream()
          .flatMap(difference -> difference.lines().stream())
          .forEach(line -> out.print(colour.difference("  " + line + "\n")));
      switch (ask(out, answers)) {
        case "a" -> {
          PendingPlans.accept(golden);
          left--;
        }
        case "r" -> {
          PendingPlans.reject(golden);
          left--;
        }
        case "q" -> {
          out.println("goldens: " + left + " pending");
          return Findings.exitCode(true);
        }
        default -> {}
      }
    }
    out.println("goldens: " + left + " pending");
    return Findings.exitCode(left > 0);
  }

  @Command(
      name = "export",
      description = "Writes the plans of golden plans as protobuf, for other readers of Substrait.",
      mixinStandardHelpOptions = true)
  int export(
      @Mixin CommonOptions common,
      @Mixin Cases cases,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FOLDER",
              required = true,
              description = "Where to write NAME.STATEMENT.pb, laid out as the golden plans are.")
          Path output) {
    common.prepare();
    int written = 0;
    for (GoldenCase golden : cases.find(common.directory())) {
      for (StatementReport report : common.report(SqlFile.of(golden.query()), golden.init())) {
        byte[] plan = report.translation().map(TranslationResult::planBytes).orElse(new byte[0]);
        if (plan.length > 0) {
          PlanFiles.writeBelow(
              common.directory().resolve(output),
              golden.name() + "." + report.planned().statement().ordinal() + ".pb",
              plan);
          written++;
        }
      }
    }
    spec.commandLine().getOut().println("goldens: " + written + " plans exported");
    return ExitCode.CLEAN.code();
  }

  @Command(
      name = "prune",
      description =
          "Deletes plans whose query.sql is gone, and plans of this version that are as plan.txt.",
      mixinStandardHelpOptions = true)
  int prune(
      @Mixin DirectoryOption directory,
      @Parameters(paramLabel = "DIR", description = "Folder of golden plans.") Path folder) {
    Path root = directory.resolve(folder);
    PrintWriter out = spec.commandLine().getOut();
    List<Path> orphans = new ArrayList<>(PendingPlans.orphans(root));
    GoldenCase.findAll(root).stream()
        .filter(GoldenCase::hasNeedlessPlan)
        .map(GoldenCase::plan)
        .forEach(orphans::add);
    for (Path orphan : orphans) {
      try {
        Files.delete(orphan);
      } catch (IOException e) {
        throw new CliException(orphan + ": cannot be deleted", "check its permissions");
      }
      out.println("deleted " + orphan);
    }
    out.println("goldens: " + orphans.size() + " pruned");
    return ExitCode.CLEAN.code();
  }

  /** Until an answer is understood; the end of the input is quit. */
  private static String ask(PrintWriter out, BufferedReader answers) {
    while (true) {
      out.print("[a]ccept, [r]eject, [s]kip, [q]uit? ");
      out.flush();
      try {
        String answer = answers.readLine();
        if (answer == null) {
          out.println();
          return "q";
        }
        if (answer.strip().matches("[arsq]")) {
          return answer.strip();
        }
      } catch (IOException e) {
        throw new CliException("the answer cannot be read", "run review in a terminal");
      }
    }
  }

  private int forEachPending(
      DirectoryOption directory, Cases cases, String done, Consumer<GoldenCase> action) {
    PrintWriter out = spec.commandLine().getOut();
    List<GoldenCase> pending = PendingPlans.of(cases.find(directory));
    for (GoldenCase golden : pending) {
      action.accept(golden);
      out.println(done + " " + golden.name());
    }
    out.println("goldens: " + pending.size() + " " + done);
    return ExitCode.CLEAN.code();
  }

  private static String text(List<StatementReport> reports) {
    return reports.stream().map(StatementText::golden).collect(Collectors.joining());
  }

  /** What the header of a query says and its statements do not do. */
  private static List<String> contradictions(List<StatementReport> reports) {
    return reports.stream()
        .flatMap(
            report ->
                report.expected().stream()
                    .filter(said -> said.contradiction().isPresent())
                    .map(
                        said ->
                            "line "
                                + report.planned().statement().line()
                                + ": expected "
                                + said.text()
                                + ", but "
                                + said.contradiction().get()))
        .toList();
  }
}
