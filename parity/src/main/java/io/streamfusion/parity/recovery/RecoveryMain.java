package io.streamfusion.parity.recovery;

import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.RootCause;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;

/**
 * {@code make recovery SEEDS=n}: each form with the seeds 0 to n-1, then a job with more keys than
 * managed memory has room for.
 *
 * <p>Arguments: the number of seeds, and, to run only some, names of forms. {@code first=N} starts
 * at another seed.
 */
public final class RecoveryMain {
  private static final int CLEAN = 0;
  private static final int FINDINGS = 1;
  private static final int COULD_NOT_RUN = 2;

  private static final long TOO_MANY_KEYS = 5_000_000;
  private static final MemorySize TOO_LITTLE_MEMORY = MemorySize.ofMebiBytes(512);

  private final FlinkCluster cluster;
  private final PrintStream out;
  private int failed;

  private RecoveryMain(FlinkCluster cluster, PrintStream out) {
    this.cluster = cluster;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(run(List.of(arguments), System.out));
  }

  private static int run(List<String> arguments, PrintStream out) throws Exception {
    int seeds = Integer.parseInt(arguments.get(0));
    long first = 0;
    List<String> names = arguments.subList(1, arguments.size());
    if (!names.isEmpty() && names.get(0).startsWith("first=")) {
      first = Long.parseLong(names.get(0).substring("first=".length()));
      names = names.subList(1, names.size());
    }
    List<String> wanted = names;
    List<RecoveryForm> forms =
        RecoveryForms.ALL.stream()
            .filter(form -> wanted.isEmpty() || wanted.contains(form.name()))
            .toList();
    if (forms.isEmpty() || (!wanted.isEmpty() && forms.size() != wanted.size())) {
      out.println("not all of " + wanted + " are forms: " + RecoveryForms.ALL);
      return COULD_NOT_RUN;
    }
    try (FlinkCluster cluster = RecoveryCluster.start()) {
      RecoveryMain main = new RecoveryMain(cluster, out);
      for (RecoveryForm form : forms) {
        main.runForm(form, first, seeds);
      }
      out.printf("%d forms with %d seeds each, %d failed%n", forms.size(), seeds, main.failed);
      if (main.failed > 0) {
        return FINDINGS;
      }
    }
    return !wanted.isEmpty() || memoryLimit(out) ? CLEAN : FINDINGS;
  }

  private static boolean memoryLimit(PrintStream out) throws Exception {
    Path folder = Files.createTempDirectory("recovery-");
    try {
      RootCause failure = MemoryLimitRun.run(TOO_MANY_KEYS, TOO_LITTLE_MEMORY, folder);
      out.printf(
          "%d keys with too little managed memory: %s%n  another job of the process went on, and"
              + " without accounting the keys fit%n",
          TOO_MANY_KEYS, failure);
      return true;
    } catch (RecoveryException e) {
      out.println("FAILED too many keys: " + e.getMessage());
      return false;
    } finally {
      delete(folder);
    }
  }

  private void runForm(RecoveryForm form, long first, int seeds)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    int failedBefore = failed;
    RecoveryRun.Shown sum = new RecoveryRun.Shown(0, 0, 0, 0, 0);
    for (long seed = first; seed < first + seeds; seed++) {
      Path folder = Files.createTempDirectory("recovery-");
      try {
        sum = sum.plus(new RecoveryRun(cluster, form, seed, folder).run());
      } catch (RecoveryException e) {
        failed++;
        out.println("FAILED " + e.getMessage() + "\n  root cause: " + RootCause.of(e));
      } finally {
        delete(folder);
      }
    }
    out.printf(
        "%-18s %3d seeds, %d failed, %4d restores, %7d rows compared; restored %6d state rows, %8d"
            + " bytes, %8d bytes on their way; %3d s%n",
        form,
        seeds,
        failed - failedBefore,
        sum.restores(),
        sum.rows(),
        sum.stateRows(),
        sum.stateBytes(),
        sum.inFlightBytes(),
        (System.nanoTime() - start) / 1_000_000_000);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
