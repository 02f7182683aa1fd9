package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.LegacyNumbers;
import io.streamfusion.flink.planner.testing.LegacyRecorder;
import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentOperatorFactory;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.ConnectorCatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Native queries between the leaves and roots that Flink plans: the same rows as on stock Flink.
 */
class HostEdgesITCase {

  private static final int ROWS = 3_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  /** A table environment with its streams, and what its sinks are called. */
  private record Engine(
      StreamExecutionEnvironment streams, StreamTableEnvironment tables, String name) {}

  @Test
  void legacySourceAndLegacySink() throws Exception {
    String insert = "INSERT INTO sink SELECT n + 1, UPPER(name) FROM numbers WHERE MOD(n, 3) = 0";
    Engine ours = ours("legacy-native");
    Engine stock = stock("legacy-stock");
    assertThat(ours.tables().explainSql(insert))
        .contains("LegacySink", "LegacyTableSourceScan", "NativeCalc")
        .doesNotContain(": on Flink");

    stock.tables().executeSql(insert).await();
    ours.tables().executeSql(insert).await();

    assertThat(LegacyRecorder.rows("legacy-stock")).hasSize(ROWS / 3).contains("+I[1, null]");
    assertThat(LegacyRecorder.rows("legacy-native")).isEqualTo(LegacyRecorder.rows("legacy-stock"));
  }

  @Test
  void valuesAsALeaf() throws Exception {
    String query =
        "SELECT twice(a), CHAR_LENGTH(b) + a FROM (VALUES (1, 'x'), (2, 'größe'),"
            + " (CAST(NULL AS INT), 'z')) AS t (a, b) WHERE a IS NULL OR a > 1";
    assertThat(ours("values").tables().explainSql(query))
        .contains("Values(", "NativeCalc")
        .doesNotContain(": on Flink");

    assertThat(collect(ours("values"), query))
        .isEqualTo(collect(stock("values"), query))
        .hasSize(2);
  }

  @Test
  void rowsCollectedAndRowsInStreams() throws Exception {
    String query = "SELECT n * 2 AS n, name FROM numbers WHERE n < 50";

    List<String> expected = collect(stock("collect"), query);
    assertThat(expected).hasSize(50);
    assertThat(collect(ours("collect"), query)).isEqualTo(expected);
    for (boolean changelog : new boolean[] {false, true}) {
      Engine engine = ours("stream");
      DataStream<Row> stream =
          changelog
              ? engine.tables().toChangelogStream(engine.tables().sqlQuery(query))
              : engine.tables().toDataStream(engine.tables().sqlQuery(query));
      assertThat(fragments(List.of(stream.getTransformation()))).hasSize(1);
      List<String> rows = new ArrayList<>();
      try (CloseableIterator<Row> iterator = stream.executeAndCollect()) {
        iterator.forEachRemaining(row -> rows.add(row.toString()));
      }
      assertThat(rows).as("changelog: " + changelog).isEqualTo(expected);
    }
  }

  @Test
  void aStatementSetSharesAFragment() throws Exception {
    String[] inserts = {
      "INSERT INTO sink SELECT n, name FROM common WHERE n < 100",
      "INSERT INTO sink2 SELECT n + 1, name FROM common WHERE n >= 100",
    };
    Engine ours = ours("shared-native");
    List<FragmentSpec> fragments = fragments(translate(ours, inserts));
    assertThat(fragments).extracting(FragmentSpec::ordinal).containsExactly(0, 1, 2);
    assertThat(fragments)
        .extracting(fragment -> fragment.output().kind())
        .containsExactly(EdgeKind.FRAMES, EdgeKind.ROWS, EdgeKind.ROWS);
    assertThat(fragments.get(1).inputs().get(0).kind()).isEqualTo(EdgeKind.FRAMES);

    Engine stock = stock("shared-stock");
    for (Engine engine : List.of(stock, ours)) {
      StatementSet statements = engine.tables().createStatementSet();
      for (String insert : inserts) {
        statements.addInsertSql(insert);
      }
      statements.execute().await();
    }

    for (String suffix : new String[] {"", "-2"}) {
      assertThat(LegacyRecorder.rows("shared-stock" + suffix)).isNotEmpty();
      assertThat(LegacyRecorder.rows("shared-native" + suffix))
          .isEqualTo(LegacyRecorder.rows("shared-stock" + suffix));
    }
  }

  /** Planned twice: only the sources' transformations tell that the union is not even. */
  @Test
  void aUnionOfUnequalParallelismRunsOnFlink() throws Exception {
    String query = "SELECT a + 1 FROM wide UNION ALL SELECT a FROM narrow WHERE a > 100";
    List<List<String>> results = new ArrayList<>();
    for (Engine engine : List.of(stock("uneven"), ours("uneven"))) {
      engine.streams().setParallelism(2);
      for (String table : new String[] {"wide", "narrow"}) {
        engine
            .tables()
            .executeSql(
                "CREATE TABLE "
                    + table
                    + " (a BIGINT) WITH ('connector' = 'datagen', 'fields.a.kind' = 'sequence',"
                    + " 'fields.a.start' = '1', 'fields.a.end' = '500'"
                    + (table.equals("narrow") ? ", 'scan.parallelism' = '1')" : ")"));
      }
      results.add(collect(engine, query).stream().sorted().toList());
    }

    assertThat(results.get(0)).hasSize(900);
    assertThat(results.get(1)).isEqualTo(results.get(0));
  }

  private static List<Transformation<?>> translate(Engine engine, String... inserts) {
    TableEnvironmentImpl internal = (TableEnvironmentImpl) engine.tables();
    List<ModifyOperation> operations = new ArrayList<>();
    for (String insert : inserts) {
      operations.add((ModifyOperation) internal.getParser().parse(insert).get(0));
    }
    return internal.getPlanner().translate(operations);
  }

  /** The one-input fragments below these transformations, by ordinal. */
  private static List<FragmentSpec> fragments(List<Transformation<?>> roots) {
    return roots.stream()
        .flatMap(root -> root.getTransitivePredecessors().stream())
        .distinct()
        .filter(OneInputTransformation.class::isInstance)
        .map(operator -> ((OneInputTransformation<?, ?>) operator).getOperatorFactory())
        .filter(FragmentOperatorFactory.class::isInstance)
        .map(factory -> ((FragmentOperatorFactory) factory).spec())
        .sorted(Comparator.comparing(FragmentSpec::ordinal))
        .toList();
  }

  private static List<String> collect(Engine engine, String query) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> iterator = engine.tables().executeSql(query).collect()) {
      iterator.forEachRemaining(row -> rows.add(row.toString()));
    }
    return rows;
  }

  private static Engine ours(String name) throws Exception {
    StreamExecutionEnvironment streams = streams();
    return withTables(new Engine(streams, TestTableEnvironments.streamFusion(streams), name));
  }

  private static Engine stock(String name) throws Exception {
    StreamExecutionEnvironment streams = streams();
    return withTables(new Engine(streams, StreamTableEnvironment.create(streams), name));
  }

  private static StreamExecutionEnvironment streams() {
    StreamExecutionEnvironment streams =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    streams.setParallelism(1);
    return streams;
  }

  private static Engine withTables(Engine engine) throws Exception {
    StreamTableEnvironment tables = engine.tables();
    Catalog catalog = tables.getCatalog("default_catalog").orElseThrow();
    catalog.createTable(
        path("numbers"), ConnectorCatalogTable.source(new LegacyNumbers(ROWS), false), false);
    catalog.createTable(
        path("sink"), ConnectorCatalogTable.sink(new LegacyRecorder(engine.name()), false), false);
    catalog.createTable(
        path("sink2"),
        ConnectorCatalogTable.sink(new LegacyRecorder(engine.name() + "-2"), false),
        false);
    tables.createTemporarySystemFunction("twice", new IntTwice());
    // Keeps what two queries share as a plan of its own, not merged into each of them.
    tables.getConfig().set("table.optimizer.reuse-optimize-block-with-digest-enabled", "true");
    tables.executeSql(
        "CREATE TEMPORARY VIEW common AS SELECT n * 2 AS n, name FROM numbers WHERE n > 3");
    return engine;
  }

  private static ObjectPath path(String table) {
    return new ObjectPath("default_database", table);
  }

  /** A function that the planner cannot fold over VALUES. */
  public static final class IntTwice extends ScalarFunction {

    private static final long serialVersionUID = 1L;

    public Integer eval(Integer value) {
      return value == null ? null : value * 2;
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }
  }
}
