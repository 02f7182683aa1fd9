package io.streamfusion.parity;

import io.streamfusion.parity.casefile.CaseException;
import io.streamfusion.parity.casefile.CaseParser;
import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.CaseVerdict;
import io.streamfusion.runner.FlinkCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/** {@code make parity CASES=DIR}: runs case files and prints a verdict for each. */
public final class ParityMain {
  private static final int CLEAN = 0;
  private static final int FINDINGS = 1;
  private static final int COULD_NOT_RUN = 2;

  private ParityMain() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(run(Arrays.asList(arguments), System.out));
  }

  static int run(List<String> arguments, PrintStream out) throws Exception {
    CaseRunner.Mode mode = mode(arguments);
    List<Path> roots =
        arguments.stream().filter(argument -> !argument.startsWith("--")).map(Path::of).toList();
    if (roots.isEmpty() || roots.stream().anyMatch(root -> !Files.exists(root))) {
      out.println(
          "usage: parity [--self | --routing] [--events=N] [--managed-memory=SIZE]"
              + " CASE_FILE_OR_DIRECTORY...");
      out.println("no such file or directory among " + roots);
      return COULD_NOT_RUN;
    }
    List<ParityCase> cases = new ArrayList<>();
    for (Path file : caseFiles(roots)) {
      try {
        cases.add(CaseParser.parse(file));
      } catch (CaseException e) {
        out.println(e.getMessage());
        return COULD_NOT_RUN;
      }
    }
    if (cases.isEmpty()) {
      out.println("no case files (*.sql) in " + roots);
      return COULD_NOT_RUN;
    }
    Optional<String> events = option(arguments, "events");
    if (events.isPresent()) {
      cases.replaceAll(parityCase -> parityCase.withEvents(Long.parseLong(events.get())));
    }
    Configuration cluster = new Configuration();
    option(arguments, "managed-memory")
        .map(MemorySize::parse)
        .ifPresent(size -> cluster.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, size));
    return runAll(cases, mode, cluster, out) ? CLEAN : FINDINGS;
  }

  private static CaseRunner.Mode mode(List<String> arguments) {
    if (arguments.contains("--self")) {
      return CaseRunner.Mode.SELF;
    }
    return arguments.contains("--routing") ? CaseRunner.Mode.ROUTING : CaseRunner.Mode.NATIVE;
  }

  private static Optional<String> option(List<String> arguments, String name) {
    String prefix = "--" + name + "=";
    return arguments.stream()
        .filter(argument -> argument.startsWith(prefix))
        .map(argument -> argument.substring(prefix.length()))
        .findFirst();
  }

  /** The case files in and below these paths, sorted. */
  static List<Path> caseFiles(List<Path> roots) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> walk = Files.walk(root)) {
        walk.filter(Files::isRegularFile)
            .filter(file -> file.toString().endsWith(".sql"))
            .sorted()
            .forEach(files::add);
      }
    }
    return files;
  }

  private static boolean runAll(
      List<ParityCase> cases, CaseRunner.Mode mode, Configuration options, PrintStream out)
      throws Exception {
    int failed = 0;
    int variants = 0;
    long rows = 0;
    try (FlinkCluster cluster = FlinkCluster.start(options)) {
      CaseRunner runner = new CaseRunner(cluster, mode);
      for (ParityCase parityCase : cases) {
        CaseVerdict verdict = runner.run(parityCase);
        failed += verdict.passed() ? 0 : 1;
        variants += verdict.variants();
        rows += verdict.rows();
        print(verdict, out);
      }
    }
    out.printf(
        "%d cases (%d variants, %d stock rows): %d passed, %d failed%n",
        cases.size(), variants, rows, cases.size() - failed, failed);
    return failed == 0;
  }

  private static void print(CaseVerdict verdict, PrintStream out) {
    ParityCase parityCase = verdict.parityCase();
    out.printf(
        "%s  %s [%s, %d variants, %d rows] %s%n",
        verdict.passed() ? "PASS" : "FAIL",
        parityCase.file(),
        parityCase.routing(),
        verdict.variants(),
        verdict.rows(),
        parityCase.title());
    verdict.problems().forEach(problem -> out.println("      " + problem));
  }
}
