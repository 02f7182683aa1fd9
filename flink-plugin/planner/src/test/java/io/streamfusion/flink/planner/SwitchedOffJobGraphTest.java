package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With {@code streamfusion.native.enabled=false} a job is stock Flink's in everything that a
 * restore or an operator of the cluster can see: vertices, ids, hashes, names, parallelism, edges,
 * chained operators, memory. Stock is Flink's own planner factory, in an environment that we never
 * touched.
 */
class SwitchedOffJobGraphTest {

  private static final String[] TABLES = {
    "CREATE TABLE source (a INT, b STRING, items ARRAY<INT>, ts TIMESTAMP(3),"
        + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen')",
    "CREATE TABLE narrow (a INT, b STRING) WITH ('connector' = 'datagen', 'scan.parallelism' = '1')",
    "CREATE TABLE target (a INT, b STRING) WITH ('connector' = 'blackhole')",
    "CREATE TABLE other (a INT, b STRING) WITH ('connector' = 'blackhole')",
    "CREATE TABLE totals (b STRING, n BIGINT, PRIMARY KEY (b) NOT ENFORCED)"
        + " WITH ('connector' = 'blackhole')",
    "CREATE TEMPORARY VIEW shared AS SELECT a + 1 AS a, b FROM source WHERE a > 3",
  };

  static Stream<Arguments> jobs() {
    List<List<String>> jobs =
        List.of(
            List.of("INSERT INTO target SELECT a + 1, UPPER(b) FROM source WHERE a > 3"),
            List.of(
                "INSERT INTO target SELECT a, b FROM source WHERE a > 1 UNION ALL SELECT a * 2, b FROM"
                    + " narrow"),
            List.of("INSERT INTO target SELECT i, b FROM source CROSS JOIN UNNEST(items) AS t (i)"),
            List.of("INSERT INTO totals SELECT b, COUNT(*) FROM source GROUP BY b"),
            List.of(
                "INSERT INTO target SELECT a, b FROM shared WHERE a < 100",
                "INSERT INTO other SELECT a, b FROM shared",
                "INSERT INTO totals SELECT b, COUNT(a) FROM narrow GROUP BY b"));
    return jobs.stream()
        .flatMap(job -> Stream.of("PLAN_ONLY", "ALWAYS").map(uids -> Arguments.of(uids, job)));
  }

  @ParameterizedTest(name = "uids {0}: {1}")
  @MethodSource("jobs")
  void jobGraphIsStockFlinks(String uids, List<String> inserts) {
    List<String> stock = describe(false, uids, inserts);
    List<String> switchedOff = describe(true, uids, inserts);

    assertThat(switchedOff).isEqualTo(stock);
    assertThat(stock).isNotEmpty().noneMatch(line -> line.contains("streamfusion"));
  }

  /** The comparison sees the difference when there is one. */
  @ParameterizedTest(name = "uids {0}: {1}")
  @MethodSource("jobs")
  void theSameGraphSwitchedOnIsAnother(String uids, List<String> inserts) {
    if (inserts.size() == 1 && inserts.get(0).contains("GROUP BY")) {
      // Stays on Flink, so that there is nothing to see.
      return;
    }
    assertThat(describe(environment(true), "true", uids, inserts))
        .isNotEqualTo(describe(false, uids, inserts));
  }

  private static List<String> describe(boolean ours, String uids, List<String> inserts) {
    return describe(environment(ours), "false", uids, inserts);
  }

  private record Environment(StreamExecutionEnvironment streams, StreamTableEnvironment tables) {}

  private static Environment environment(boolean ours) {
    StreamExecutionEnvironment streams =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    streams.setParallelism(3);
    return new Environment(
        streams,
        ours
            ? TestTableEnvironments.streamFusion(streams)
            : StreamTableEnvironment.create(streams));
  }

  private static List<String> describe(
      Environment environment, String enabled, String uids, List<String> inserts) {
    // Numbers of execution nodes are in the names.
    ExecNodeContext.resetIdCounter();
    StreamTableEnvironment tables = environment.tables();
    tables.getConfig().set("streamfusion.native.enabled", enabled);
    tables.getConfig().set("table.exec.uid.generation", uids);
    for (String table : TABLES) {
      tables.executeSql(table);
    }
    TableEnvironmentImpl internal = (TableEnvironmentImpl) tables;
    List<ModifyOperation> operations = new ArrayList<>();
    for (String insert : inserts) {
      operations.add((ModifyOperation) internal.getParser().parse(insert).get(0));
    }
    for (Transformation<?> sink : internal.getPlanner().translate(operations)) {
      environment.streams().addOperator(sink);
    }
    return describe(environment.streams().getStreamGraph(false).getJobGraph());
  }

  private static List<String> describe(JobGraph graph) {
    List<String> lines = new ArrayList<>();
    for (JobVertex vertex : graph.getVerticesSortedTopologicallyFromSources()) {
      lines.add(
          String.join(
              " | ",
              vertex.getID().toString(),
              vertex.getName(),
              String.valueOf(vertex.getOperatorPrettyName()),
              "parallelism " + vertex.getParallelism() + " of " + vertex.getMaxParallelism(),
              vertex.getInvokableClassName(),
              String.valueOf(vertex.getMinResources())));
      vertex
          .getOperatorIDs()
          .forEach(
              ids ->
                  lines.add(
                      "  id "
                          + ids.getGeneratedOperatorID()
                          + " "
                          + ids.getUserDefinedOperatorID()));
      vertex
          .getInputs()
          .forEach(
              edge ->
                  lines.add(
                      "  from "
                          + edge.getSource().getProducer().getID()
                          + " "
                          + edge.getShipStrategyName()
                          + " "
                          + edge.getDistributionPattern()
                          + " "
                          + edge.getSource().getResultType()));
      chained(vertex).forEach((id, operator) -> lines.add("  " + operator));
    }
    return lines;
  }

  /** Name, factory and memory of each operator of a chain. */
  private static Map<String, String> chained(JobVertex vertex) {
    ClassLoader loader = SwitchedOffJobGraphTest.class.getClassLoader();
    Map<String, String> operators = new TreeMap<>();
    StreamConfig head = new StreamConfig(vertex.getConfiguration());
    head.getTransitiveChainedTaskConfigsWithSelf(loader)
        .values()
        .forEach(config -> add(config, loader, operators));
    return operators;
  }

  private static void add(StreamConfig config, ClassLoader loader, Map<String, String> operators) {
    operators.put(
        String.valueOf(config.getOperatorID()),
        config.getOperatorName()
            + " "
            + config.getStreamOperatorFactoryClass(loader)
            + " "
            + config.getManagedMemoryFractionOperatorUseCaseOfSlot(
                ManagedMemoryUseCase.OPERATOR, new Configuration(), new Configuration(), loader));
  }
}
