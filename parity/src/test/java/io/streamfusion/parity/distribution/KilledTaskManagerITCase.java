package io.streamfusion.parity.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.Routing;
import io.streamfusion.parity.run.RoutingReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task manager process of a real cluster dies by SIGKILL at seeded moments; the job goes back to
 * its checkpoint, and what it commits are the rows of an uninterrupted run on stock Flink.
 */
class KilledTaskManagerITCase {

  private static final int ROWS = 12_000;
  private static final int KEYS = 97;
  private static final Pattern CHANGE =
      Pattern.compile(
          "\\{\"before\":(null|(?<before>\\{.*\\})),\"after\":(null|(?<after>\\{.*\\})),\"op\":.*");

  @TempDir private Path folder;

  @Test
  void jobRecoversFromKilledTaskManagers() throws Exception {
    long fresh = ThreadLocalRandom.current().nextInt(1_000, Integer.MAX_VALUE);
    System.out.println("The fresh seed is " + fresh);
    try (FlinkDistribution flink = FlinkDistribution.copy("2.2.1", folder)) {
      flink.install(DistJar.path()).outputOfSuccess();
      flink.startCluster();
      try (SqlGateway sql = flink.startGateway()) {
        configure(sql);
        for (long seed : List.of(1L, 2L, fresh)) {
          Path expected = folder.resolve("expected-" + seed);
          Path found = folder.resolve("found-" + seed);
          run(flink, sql, seed, expected);
          runAndKill(flink, sql, seed, found);

          assertThat(Orders.read(found)).hasSizeGreaterThan(ROWS);
          assertThat(table(found)).as("seed %d", seed).hasSize(KEYS).isEqualTo(table(expected));
        }
      }
      assertThat(flink.logLines("taskexecutor"))
          .filteredOn(line -> line.contains("Memory of native operators is not accounted for"))
          .as("one warning for each process")
          .hasSizeGreaterThanOrEqualTo(3)
          .allMatch(line -> line.contains("streamfusion.memory.accounting.enabled"));
    }
  }

  private static void configure(SqlGateway sql) throws IOException, InterruptedException {
    for (String setting :
        List.of(
            "'table.dml-sync' = 'false'",
            "'streamfusion.memory.accounting.enabled' = 'false'",
            "'parallelism.default' = '2'",
            "'execution.checkpointing.interval' = '500 ms'",
            "'restart-strategy.type' = 'fixed-delay'",
            "'restart-strategy.fixed-delay.attempts' = '1000'",
            "'restart-strategy.fixed-delay.delay' = '500 ms'")) {
      sql.execute("SET " + setting);
    }
    sql.execute(createSource("fast", 1_000_000));
    sql.execute(createSource("slow", 1_500));
  }

  /** On stock Flink, without interruption. */
  private static void run(FlinkDistribution flink, SqlGateway sql, long seed, Path output)
      throws IOException, InterruptedException {
    sql.execute("SET 'streamfusion.native.enabled' = 'false'");
    sql.execute(createSink("stock_" + seed, output));
    List<String> job = sql.execute(insert("stock_" + seed, "fast", seed));
    awaitEnd(flink, job.get(0));
  }

  private static void runAndKill(FlinkDistribution flink, SqlGateway sql, long seed, Path output)
      throws IOException, InterruptedException {
    sql.execute("SET 'streamfusion.native.enabled' = 'true'");
    sql.execute(createSink("native_" + seed, output));
    String insert = insert("native_" + seed, "slow", seed);
    assertThat(
            RoutingReport.parse(String.join("\n", sql.execute("EXPLAIN " + insert)))
                .contradiction(new Routing.Native()))
        .isEmpty();
    String job = sql.execute(insert).get(0);
    kill(flink, job, new Random(seed));
    awaitEnd(flink, job);
  }

  /** Waits for the seed's checkpoint, and kills somewhere behind it. */
  private static void kill(FlinkDistribution flink, String job, Random random)
      throws IOException, InterruptedException {
    int wanted = 1 + random.nextInt(4);
    flink
        .rest()
        .await(
            "checkpoint",
            () -> checkpoints(flink, job).path("counts").path("completed").asInt() >= wanted);
    JsonNode state = checkpoints(flink, job).path("latest").path("completed").path("state_size");
    assertThat(state.asLong()).isPositive();
    Thread.sleep(random.nextInt(300));
    assertThat(flink.rest().get("/jobs/" + job).path("state").asText()).isEqualTo("RUNNING");
    flink.killTaskManager();
    flink
        .rest()
        .await(
            "restored job",
            () -> checkpoints(flink, job).path("counts").path("restored").asInt() >= 1);
  }

  private static JsonNode checkpoints(FlinkDistribution flink, String job)
      throws IOException, InterruptedException {
    return flink.rest().get("/jobs/" + job + "/checkpoints");
  }

  private static void awaitEnd(FlinkDistribution flink, String job)
      throws IOException, InterruptedException {
    flink
        .rest()
        .await(
            "end of the job",
            () -> flink.rest().get("/jobs/" + job).path("state").asText().equals("FINISHED"));
  }

  private static String createSource(String name, int rowsPerSecond) {
    return String.format(
        "CREATE TABLE %s (id BIGINT) WITH ('connector' = 'datagen', 'fields.id.kind' = 'sequence',"
            + " 'fields.id.start' = '1', 'fields.id.end' = '%d', 'rows-per-second' = '%d')",
        name, ROWS, rowsPerSecond);
  }

  private static String createSink(String name, Path output) {
    return String.format(
        "CREATE TABLE %s (k BIGINT, n BIGINT, s BIGINT, x BIGINT, d BIGINT) WITH ('connector' ="
            + " 'filesystem', 'format' = 'debezium-json', 'path' = '%s',"
            + " 'sink.rolling-policy.file-size' = '20kb')",
        name, output);
  }

  private static String insert(String sink, String source, long seed) {
    String key = "MOD(id * 7919 + " + seed + ", " + KEYS + ")";
    return String.format(
        "INSERT INTO %s SELECT %s, COUNT(*), SUM(id), MAX(id), COUNT(DISTINCT MOD(id, 13)) FROM %s"
            + " GROUP BY %s",
        sink, key, source, key);
  }

  /** The rows that were inserted and not deleted again, each with how often. */
  private static Map<String, Integer> table(Path output) throws IOException {
    Map<String, Integer> rows = new TreeMap<>();
    for (String line : Orders.read(output)) {
      Matcher change = CHANGE.matcher(line);
      assertThat(change.matches()).as(line).isTrue();
      boolean inserted = change.group("after") != null;
      String row = inserted ? change.group("after") : change.group("before");
      rows.merge(row, inserted ? 1 : -1, Integer::sum);
    }
    rows.values().removeIf(count -> count == 0);
    return rows;
  }
}
