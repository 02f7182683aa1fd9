package io.streamfusion.parity.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.recovery.RecoveryForm.Input;
import io.streamfusion.parity.recovery.RecoveryRows.Retractions;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.RunContext;
import io.streamfusion.runner.CountingReporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The changelog of a native aggregate in Flink's file sink, which commits exactly once, while task
 * managers die: read back, it is the one of an uninterrupted run on stock Flink.
 */
class FileSinkRecoveryITCase {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int FAILURES = 2;

  @RegisterExtension static final RecoveryClusterExtension CLUSTER = new RecoveryClusterExtension();

  @TempDir private Path folder;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void committedFilesAreThoseOfAnUninterruptedRun(long seed) throws Exception {
    List<String> rows = RecoveryRows.lines(seed, Input.RETRACT, Retractions.ANY);
    Path expected = folder.resolve("expected");
    try (RunContext run = new RunContext(UUID.randomUUID().toString(), Map.of("rows", rows))) {
      RecoveryRows.open(run, RecoveryRows.STOPS);
      finish(start(run, Engine.STOCK, expected));
    }

    Path found = folder.resolve("found");
    try (RunContext run =
        new RunContext(UUID.randomUUID().toString(), Map.of("rows", slowly(rows)))) {
      RecoveryRows.open(run, FAILURES);
      JobID job = start(run, Engine.NATIVE, found);
      Random random = new Random(seed);
      for (int failure = 0; failure < FAILURES; failure++) {
        await(job, failure);
        // Rows behind the checkpoint are in files that are not committed.
        Thread.sleep(random.nextInt(100));
        assertThat(CountingReporter.sum("stateRows")).isPositive();
        CLUSTER.cluster().replaceTaskManager();
      }
      await(job, FAILURES);
      RecoveryRows.open(run, RecoveryRows.STOPS);
      finish(job);
      assertThat(CLUSTER.cluster().restores(job)).isEqualTo(FAILURES);
      assertThat(CountingReporter.sum("rowsIn")).isPositive();
    }

    assertThat(lines(found)).hasSizeGreaterThan(rows.size() / 2).isEqualTo(lines(expected));
  }

  /** The sources rest now and then, so that failures come in the middle. */
  private static List<String> slowly(List<String> rows) {
    List<String> slow = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      slow.add(rows.get(i));
      if (i % 100 == 99) {
        String split = rows.get(i).substring(0, rows.get(i).indexOf(':'));
        slow.add(split + ": PAUSE 25");
      }
    }
    return slow;
  }

  private static JobID start(RunContext run, Engine engine, Path files) throws Exception {
    CountingReporter.reset();
    Configuration configuration = new Configuration();
    configuration.setString("execution.checkpointing.interval", "100 ms");
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "1000");
    configuration.setString("restart-strategy.fixed-delay.delay", "50 ms");
    configuration.setString("parallelism.default", "2");
    configuration.setString(RunContext.RUN_ID.key(), run.id());
    configuration.setString(
        "streamfusion.native.enabled", Boolean.toString(engine == Engine.NATIVE));
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            CLUSTER.cluster().environment(configuration),
            EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration)
                .build());
    tables.executeSql(
        String.format(
            "CREATE TABLE src (%s) WITH ('connector' = 'parity-source', 'data' = 'rows',"
                + " 'changes' = 'retract')",
            RecoveryRows.COLUMNS));
    tables.executeSql(
        String.format(
            "CREATE TABLE snk (k INT, n BIGINT, sb BIGINT, ad DOUBLE) WITH ('connector' = 'filesystem',"
                + " 'path' = '%s', 'format' = 'debezium-json', 'sink.rolling-policy.file-size' = '4kb')",
            files.toUri()));
    StatementSet inserts = tables.createStatementSet();
    inserts.addInsertSql("INSERT INTO snk SELECT k, COUNT(*), SUM(b), AVG(d) FROM src GROUP BY k");
    if (engine == Engine.NATIVE) {
      RecoveryJob.requireNative(inserts.explain());
    }
    return inserts.execute().getJobClient().orElseThrow().getJobID();
  }

  /** Waits for a checkpoint behind so many failures. */
  private static void await(JobID job, int failures) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (CLUSTER.cluster().restores(job) < failures || !CLUSTER.cluster().hasNewCheckpoint(job)) {
      assertThat(CLUSTER.cluster().result(job))
          .as("ended before failure %d", failures + 1)
          .isNotDone();
      assertThat(System.nanoTime()).as("waiting for a checkpoint").isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  private static void finish(JobID job) throws Exception {
    assertThat(RecoveryJob.result(CLUSTER.cluster(), job, PATIENCE)).isEmpty();
  }

  /** The lines of all committed files, sorted; each holds what a key had at one moment. */
  private static List<String> lines(Path files) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.walk(files)) {
      for (Path part : parts.filter(FileSinkRecoveryITCase::isCommitted).toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines.stream().sorted().toList();
  }

  private static boolean isCommitted(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && !name.startsWith(".") && !name.startsWith("_");
  }
}
