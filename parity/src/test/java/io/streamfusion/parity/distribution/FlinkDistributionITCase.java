package io.streamfusion.parity.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.Routing;
import io.streamfusion.parity.distribution.job.UdfJob;
import io.streamfusion.parity.run.RoutingReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Installs the jar into real Flink distributions and uses them as a user does. */
class FlinkDistributionITCase {

  private static final String SECTION = "== StreamFusion ==";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"2.2.0", "2.2.1"})
  void installedPluginRunsJobsAsStockFlinkDoes(String version) throws Exception {
    Path input = Orders.write(folder.resolve("orders"));
    Path jobJar = JobJar.build(folder);
    try (FlinkDistribution flink = FlinkDistribution.copy(version, folder)) {
      Map<String, String> before = flink.digests();

      flink.startCluster();
      String stockExplain = runSql(flink, input, folder.resolve("stock-sql"));
      String stockUdfExplain = runUdfJob(flink, jobJar, input, folder.resolve("stock-udf"));
      flink.stopCluster();
      assertThat(stockExplain).doesNotContain(SECTION);
      assertThat(stockUdfExplain).contains("Optimized").doesNotContain(SECTION);
      List<String> sqlRows = Orders.read(folder.resolve("stock-sql"));
      List<String> udfRows = Orders.read(folder.resolve("stock-udf"));
      assertThat(sqlRows).hasSizeGreaterThan(Orders.ROWS / 2);
      assertThat(udfRows).hasSize(Orders.ROWS / 2);

      flink.install(DistJar.path()).outputOfSuccess();
      flink.clearLogs();
      flink.startCluster();

      String explain = runSql(flink, input, folder.resolve("sql"));
      assertThat(explain)
          .contains(SECTION)
          .contains("on Flink " + version)
          .contains("NativeCalc")
          .contains("discounted: native");
      assertThat(Orders.read(folder.resolve("sql"))).isEqualTo(sqlRows);
      assertThat(flink.logLines("sql-client"))
          .filteredOn(line -> line.contains("PlannerShim"))
          .singleElement()
          .satisfies(
              line -> assertThat(line).contains("INFO").contains("plans for Flink " + version));

      // The user's function goes up to the host, everything around it runs in the engine.
      String udfExplain = runTwoUdfJobsAtOnce(flink, jobJar, input);
      assertThat(RoutingReport.parse(udfExplain).contradiction(new Routing.NativeWithHost()))
          .isEmpty();
      assertThat(Orders.read(folder.resolve("udf-1"))).isEqualTo(udfRows);
      assertThat(Orders.read(folder.resolve("udf-2"))).isEqualTo(udfRows);

      try (SqlGateway gateway = flink.startGateway()) {
        gateway.execute("SET 'table.dml-sync' = 'true'");
        gateway.execute(Orders.createSource(input));
        gateway.execute(Orders.createSink(folder.resolve("gateway")));
        assertThat(gateway.execute("EXPLAIN " + Orders.INSERT))
            .singleElement()
            .satisfies(
                text -> assertThat(text).contains(SECTION, "NativeCalc", "discounted: native"));
        gateway.execute(Orders.INSERT);
      }
      assertThat(Orders.read(folder.resolve("gateway"))).isEqualTo(sqlRows);

      // Four jobs ran, in user class loaders of their own; the engine is loaded once.
      assertThat(flink.logLines("taskexecutor"))
          .filteredOn(line -> line.contains("Loaded the native engine"))
          .hasSize(1);

      flink.stopCluster();
      flink.uninstall().outputOfSuccess();
      assertThat(flink.digests()).isEqualTo(before);
    }
  }

  @Test
  void unknownFlinkVersionIsPlannedByFlinkWithOneWarning() throws Exception {
    Path input = Orders.write(folder.resolve("orders"));
    try (FlinkDistribution flink = FlinkDistribution.copy("2.2.1", folder)) {
      flink.install(DistJar.path()).outputOfSuccess();
      pretendToBe(flink, "2.9.0");

      String explain =
          flink.sqlClient(
              Orders.script(
                  input, folder.resolve("sql"), "EXPLAIN " + Orders.INSERT, "EXPLAIN SELECT 1"));

      assertThat(explain).contains("== Optimized Execution Plan ==").doesNotContain(SECTION);
      assertThat(flink.logLines("sql-client"))
          .filteredOn(line -> line.contains("io.streamfusion"))
          .singleElement()
          .satisfies(
              line -> assertThat(line).contains("WARN").contains("does not know Flink 2.9.0"));
    }
  }

  /** What Flink's documentation tells users of the Hive connector, for example, to do. */
  @Test
  void flatPlannerJarInsteadOfTheLoaderIsExtendedToo() throws Exception {
    Path input = Orders.write(folder.resolve("orders"));
    try (FlinkDistribution flink = FlinkDistribution.copy("2.2.1", folder)) {
      Path lib = flink.home().resolve("lib");
      Path opt = flink.home().resolve("opt");
      String loader = "flink-table-planner-loader-2.2.1.jar";
      String flat = "flink-table-planner_2.12-2.2.1.jar";
      Files.move(lib.resolve(loader), opt.resolve(loader));
      Files.move(opt.resolve(flat), lib.resolve(flat));
      flink.startCluster();
      assertThat(runSql(flink, input, folder.resolve("stock"))).doesNotContain(SECTION);
      flink.stopCluster();

      flink.install(DistJar.path()).outputOfSuccess();
      flink.startCluster();
      String explain = runSql(flink, input, folder.resolve("native"));

      assertThat(explain).contains(SECTION, "NativeCalc", "discounted: native");
      assertThat(flink.logLines("taskexecutor"))
          .anyMatch(line -> line.contains("Loaded the native engine"));
      assertThat(Orders.read(folder.resolve("native")))
          .hasSizeGreaterThan(Orders.ROWS / 2)
          .isEqualTo(Orders.read(folder.resolve("stock")));
    }
  }

  @Test
  void jarThatComesBehindFlinksPlannerIsOffAndExplainShowsIt() throws Exception {
    Path input = Orders.write(folder.resolve("orders"));
    try (FlinkDistribution flink = FlinkDistribution.copy("2.2.1", folder)) {
      Files.copy(DistJar.path(), flink.home().resolve("lib/z-flink-streamfusion.jar"));

      String explain =
          flink.sqlClient(Orders.script(input, folder.resolve("sql"), "EXPLAIN " + Orders.INSERT));

      assertThat(explain).contains("== Optimized Execution Plan ==").doesNotContain(SECTION);
      assertThat(flink.logLines("sql-client"))
          .isNotEmpty()
          .noneMatch(line -> line.contains("io.streamfusion"));
    }
  }

  private String runSql(FlinkDistribution flink, Path input, Path output)
      throws IOException, InterruptedException {
    String printed =
        flink.sqlClient(Orders.script(input, output, "EXPLAIN " + Orders.INSERT, Orders.INSERT));
    assertThat(printed).doesNotContain("[ERROR]");
    return printed;
  }

  /** Returns what the job printed, its plan. */
  private String runUdfJob(FlinkDistribution flink, Path jar, Path input, Path output)
      throws IOException, InterruptedException {
    return flink
        .flink(
            "flink",
            "run",
            "--class",
            UdfJob.class.getName(),
            jar.toString(),
            input.toString(),
            output.toString())
        .outputOfSuccess();
  }

  /** Two user class loaders meet in one task manager process. Returns the plan. */
  private String runTwoUdfJobsAtOnce(FlinkDistribution flink, Path jar, Path input)
      throws Exception {
    Thread other =
        new Thread(
            () -> {
              try {
                runUdfJob(flink, jar, input, folder.resolve("udf-1"));
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    other.start();
    String explain = runUdfJob(flink, jar, input, folder.resolve("udf-2"));
    other.join();
    return explain;
  }

  /** Flink reads its version from the first resource of this name on the class path. */
  private static void pretendToBe(FlinkDistribution flink, String version) throws IOException {
    Path jar = flink.home().resolve("lib/a-version.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new JarEntry(".flink-runtime.version.properties"));
      entries.write(("project.version=" + version + "\n").getBytes(StandardCharsets.ISO_8859_1));
      entries.closeEntry();
    }
  }
}
