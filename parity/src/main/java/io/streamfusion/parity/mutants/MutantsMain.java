package io.streamfusion.parity.mutants;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamfusion.parity.casefile.CaseException;
import io.streamfusion.parity.casefile.CaseParser;
import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.fuzz.StateFuzz;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.CaseVerdict;
import io.streamfusion.runner.FlinkCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code make mutants}: shows that parity notices when the engine is wrong. First every listed case
 * must pass without a fault; then each fault is switched on in turn, and each of its cases must
 * fail.
 *
 * <p>Arguments: the list, the folder of the cases, and, to run only some, names of faults.
 */
public final class MutantsMain {
  private static final int CLEAN = 0;
  private static final int FINDINGS = 1;
  private static final int COULD_NOT_RUN = 2;

  private static final long FUZZ_SEED = 4;

  /** More than any fault should need. */
  private static final StateFuzz.Options FUZZ_WITH_FAULT =
      StateFuzz.Options.of(FUZZ_SEED, 120_000, 3_000).quick();

  private static final StateFuzz.Options FUZZ_WITHOUT_FAULTS =
      StateFuzz.Options.of(FUZZ_SEED, 60_000, 1_000);

  private final CaseRunner runner;
  private final PrintStream out;
  private final Map<Path, ParityCase> cases = new LinkedHashMap<>();

  private MutantsMain(CaseRunner runner, PrintStream out) {
    this.runner = runner;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(run(List.of(arguments), System.out));
  }

  private static int run(List<String> arguments, PrintStream out) throws Exception {
    List<Mutant> mutants;
    try {
      mutants = chosen(arguments);
    } catch (MutantException e) {
      out.println(e.getMessage());
      return COULD_NOT_RUN;
    }
    try (FlinkCluster cluster = FlinkCluster.start()) {
      MutantsMain main = new MutantsMain(new CaseRunner(cluster, CaseRunner.Mode.NATIVE), out);
      return main.withoutFaults(mutants) && main.withFaults(mutants) ? CLEAN : FINDINGS;
    } catch (MutantException | CaseException e) {
      out.println(e.getMessage());
      return COULD_NOT_RUN;
    }
  }

  private static List<Mutant> chosen(List<String> arguments) throws IOException, MutantException {
    List<Mutant> all = Mutant.read(Path.of(arguments.get(0)), Path.of(arguments.get(1)));
    List<String> names = arguments.subList(2, arguments.size());
    List<Mutant> chosen =
        all.stream()
            .filter(one -> names.isEmpty() ? one.isOfQueries() : names.contains(one.fault()))
            .toList();
    if (chosen.isEmpty() || (!names.isEmpty() && chosen.size() != names.size())) {
      throw new MutantException("not all of " + names + " are listed in " + arguments.get(0));
    }
    return chosen;
  }

  /** The cases pass when nothing is wrong; a case that always fails would show nothing. */
  private boolean withoutFaults(List<Mutant> mutants) throws Exception {
    FaultSwitch.off();
    for (Mutant mutant : mutants) {
      for (Path file : mutant.cases()) {
        if (!cases.containsKey(file)) {
          cases.put(file, CaseParser.parse(file));
        }
      }
    }
    List<String> problems = new ArrayList<>();
    for (ParityCase one : cases.values()) {
      CaseVerdict verdict = runner.run(one);
      verdict.problems().forEach(problem -> problems.add(one.file() + ": " + problem));
    }
    out.printf("%d cases without a fault: %d problems%n", cases.size(), problems.size());
    problems.forEach(problem -> out.println("      " + problem));
    if (mutants.stream().anyMatch(Mutant::fuzz)) {
      StateFuzz.Result fuzz = StateFuzz.run(FUZZ_WITHOUT_FAULTS, out);
      if (fuzz.failures() > 0) {
        problems.add(fuzz.firstDifference());
      }
    }
    return problems.isEmpty();
  }

  private boolean withFaults(List<Mutant> mutants) throws Exception {
    int survivors = 0;
    out.printf("%-26s %-9s %-38s %s%n", "fault", "verdict", "case", "what parity says");
    for (Mutant mutant : mutants) {
      boolean survived = false;
      for (Path file : mutant.cases()) {
        survived |= !killed(mutant, cases.get(file));
      }
      if (mutant.fuzz()) {
        survived |= !killedByFuzz(mutant);
      }
      survivors += survived ? 1 : 0;
    }
    out.printf(
        "%d mutants: %d killed, %d survived%n",
        mutants.size(), mutants.size() - survivors, survivors);
    return survivors == 0;
  }

  private boolean killedByFuzz(Mutant mutant) throws Exception {
    StateFuzz.Result result;
    FaultSwitch.on(mutant.fault());
    try {
      result =
          StateFuzz.run(
              FUZZ_WITH_FAULT, new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    } finally {
      FaultSwitch.off();
    }
    boolean killed = result.failures() > 0;
    out.printf(
        "%-26s %-9s %-38s %s%n",
        mutant.fault(),
        killed ? "killed" : "SURVIVED",
        "random case " + result.cases(),
        killed ? result.firstDifference() : "nothing");
    return killed;
  }

  private boolean killed(Mutant mutant, ParityCase one) throws Exception {
    CaseVerdict verdict;
    FaultSwitch.on(mutant.fault());
    try {
      verdict = runner.run(one);
    } finally {
      FaultSwitch.off();
    }
    Path folder = one.file().getParent();
    String name = folder.getFileName() + "/" + one.file().getFileName();
    out.printf(
        "%-26s %-9s %-38s %s%n",
        mutant.fault(),
        verdict.passed() ? "SURVIVED" : "killed",
        name,
        verdict.problems().stream().findFirst().orElse("nothing"));
    return !verdict.passed();
  }
}
