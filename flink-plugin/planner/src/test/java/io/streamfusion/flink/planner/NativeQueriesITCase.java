package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries end to end: they really are native, and give what stock Flink gives, in its order. */
class NativeQueriesITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final Row[] BIDS =
      Stream.iterate(0L, id -> id + 1)
          .limit(5_000)
          .map(
              id ->
                  Row.of(
                      id % 300,
                      id % 7 == 0 ? null : "buyer-" + id,
                      Row.of(id * 100, id % 3 == 0 ? null : "größe"),
                      LocalDateTime.of(2026, 1, 1, 0, 0).plusNanos(id * 250_000_000)))
          .toArray(Row[]::new);

  private static final TypeInformation<Row> BID_TYPE =
      Types.ROW_NAMED(
          new String[] {"auction", "buyer", "detail", "ts"},
          Types.LONG,
          Types.STRING,
          Types.ROW_NAMED(new String[] {"price", "size"}, Types.LONG, Types.STRING),
          Types.LOCAL_DATE_TIME);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT auction, buyer, ts FROM bid",
        "SELECT auction, detail.price FROM bid WHERE MOD(auction, 123) = 0",
        "SELECT detail, auction FROM bid WHERE detail.size IS NULL AND buyer IS NOT NULL",
        "SELECT auction + 1 FROM bid UNION ALL SELECT detail.price FROM bid WHERE auction < 10",
      })
  void selectsAsStockFlink(String query) {
    assertNative(ours(), query);

    List<String> expected = select(stock(), query);
    assertThat(expected).isNotEmpty();
    if (query.contains("UNION")) {
      // Two inputs: Flink fixes no order between them.
      assertThat(select(ours(), query)).containsExactlyInAnyOrderElementsOf(expected);
    } else {
      assertThat(select(ours(), query)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A call by itself, beside kernels; a condition; a whole projection.
        "SELECT auction, twice(detail.price) FROM bid WHERE auction > 100",
        "SELECT auction + 1 FROM bid WHERE twice(auction) = 84",
        "SELECT auction, CASE WHEN auction > 200 THEN twice(auction) ELSE CHAR_LENGTH(buyer) END FROM bid",
        "SELECT REVERSE(buyer), auction FROM bid",
      })
  void evaluatesInTheHostAsStockFlink(String query) {
    assertThat(ours().explainSql(query)).contains("NativeCalc: host").doesNotContain(": on Flink");

    List<String> expected = select(stock(), query);
    assertThat(expected).isNotEmpty();
    assertThat(select(ours(), query)).isEqualTo(expected);
  }

  @Test
  void executesACompiledPlanOnStockNodes(@TempDir Path folder) throws Exception {
    StreamTableEnvironment tables = ours();
    tables.executeSql(
        "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '9')");
    tables.executeSql(lineTable("target", folder.resolve("target")));

    tables
        .compilePlanSql("INSERT INTO target SELECT CAST(n AS STRING) FROM numbers")
        .execute()
        .await();

    assertThat(lines(folder.resolve("target"))).hasSize(9);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givesTheSameWithAndWithoutObjectReuse(boolean reuse) {
    String query = "SELECT buyer, detail FROM bid WHERE auction > 100";
    StreamTableEnvironment tables = ours();
    tables.getConfig().set("pipeline.object-reuse", String.valueOf(reuse));

    assertThat(select(tables, query)).isEqualTo(select(stock(), query));
  }

  @Test
  void keepsRowKindsThroughACalc() {
    String query = "SELECT id, amount + 1 FROM changes WHERE amount > 1";
    assertNative(ours(), query);

    assertThat(select(ours(), query))
        .isEqualTo(select(stock(), query))
        .containsExactly("+I[1, 11]", "-U[1, 11]", "+U[1, 21]", "+I[2, 6]", "-D[1, 21]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT auction, COUNT(*), SUM(detail.price), MAX(buyer) FROM bid GROUP BY auction",
        "SELECT COUNT(DISTINCT auction), AVG(detail.price) FROM bid",
        "SELECT n, COUNT(*) FROM (SELECT buyer, COUNT(*) AS n FROM bid GROUP BY buyer) GROUP BY n",
        "SELECT DISTINCT detail.size FROM bid",
      })
  void groupsAsStockFlink(String query) {
    assertNative(ours(), query);

    assertThat(select(ours(), query)).isEqualTo(select(stock(), query)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsEachKeyToTheSubtaskThatStockFlinkSendsItTo(boolean unaligned) throws Exception {
    String query =
        "SELECT CAST(auction AS STRING) || COALESCE(buyer, '?') || CAST(ts AS STRING), auction, buyer, ts,"
            + " CAST(auction AS DECIMAL(30, 2)), COUNT(*)"
            + " FROM bid GROUP BY auction, buyer, ts, CAST(auction AS DECIMAL(30, 2))";

    Map<String, Integer> expected = subtasks(query, false, false);
    assertThat(expected.values()).contains(0, 1, 2);
    assertThat(subtasks(query, true, unaligned)).isEqualTo(expected);
  }

  private static Map<String, Integer> subtasks(String query, boolean ours, boolean unaligned)
      throws Exception {
    StreamExecutionEnvironment environment = environment();
    environment.setParallelism(3);
    environment.enableCheckpointing(10_000);
    environment.getCheckpointConfig().enableUnalignedCheckpoints(unaligned);
    StreamTableEnvironment tables =
        inputs(
            environment,
            ours
                ? TestTableEnvironments.streamFusion(environment)
                : StreamTableEnvironment.create(environment));
    if (ours) {
      assertNative(tables, query);
    }
    Map<String, Integer> subtasks = new TreeMap<>();
    try (CloseableIterator<Tuple2<String, Integer>> rows =
        tables
            .toChangelogStream(tables.sqlQuery(query))
            .map(new SubtaskOfRow())
            .executeAndCollect()) {
      rows.forEachRemaining(row -> subtasks.put(row.f0, row.f1));
    }
    return subtasks;
  }

  /** The first column and where the row came by. */
  private static final class SubtaskOfRow extends RichMapFunction<Row, Tuple2<String, Integer>> {
    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<String, Integer> map(Row row) {
      return Tuple2.of(
          row.getFieldAs(0), getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
    }
  }

  @Test
  void turnsSeveralTablesOfOneProgramIntoStreams() throws Exception {
    StreamExecutionEnvironment environment = environment();
    StreamTableEnvironment tables = TestTableEnvironments.streamFusion(environment);
    inputs(environment, tables);

    DataStream<Row> inserts =
        tables.toDataStream(tables.sqlQuery("SELECT auction AS n FROM bid WHERE auction = 7"));
    DataStream<Row> changes =
        tables.toChangelogStream(tables.sqlQuery("SELECT amount AS n FROM changes WHERE id = 1"));
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> iterator = inserts.union(changes).executeAndCollect()) {
      iterator.forEachRemaining(row -> rows.add(row.toString()));
    }

    assertThat(rows).contains("+I[10]", "-U[10]", "+U[20]", "-D[20]");
    assertThat(rows.stream().filter("+I[7]"::equals)).hasSize(17);
  }

  @Test
  void runsAStatementSetOverASharedInput(@TempDir Path folder) throws Exception {
    StreamTableEnvironment tables = ours();
    StatementSet statements = tables.createStatementSet();
    for (String name : List.of("few", "many")) {
      tables.executeSql(lineTable(name, folder.resolve(name)));
    }
    statements.addInsertSql("INSERT INTO few SELECT buyer FROM shared WHERE auction < 3");
    statements.addInsertSql("INSERT INTO many SELECT buyer FROM shared WHERE auction >= 3");

    assertThat(statements.explain()).contains("s0", "s1").doesNotContain(": on Flink");
    statements.execute().await();

    assertThat(lines(folder.resolve("few"))).hasSize(expectedShared("auction < 3"));
    assertThat(lines(folder.resolve("many"))).hasSize(expectedShared("auction >= 3"));
  }

  private static String lineTable(String name, Path path) {
    return String.format(
        "CREATE TABLE %s (line STRING) WITH ('connector' = 'filesystem', 'format' = 'raw', 'path' = '%s')",
        name, path);
  }

  private static int expectedShared(String condition) {
    return select(stock(), "SELECT buyer FROM shared WHERE " + condition).size();
  }

  private static List<String> lines(Path folder) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
      }
    }
    return lines;
  }

  private static void assertNative(StreamTableEnvironment tables, String query) {
    assertThat(tables.explainSql(query)).contains(": native").doesNotContain(": on Flink");
  }

  private static List<String> select(StreamTableEnvironment tables, String query) {
    List<String> rows = new ArrayList<>();
    TableResult result = tables.executeSql(query);
    result.collect().forEachRemaining(row -> rows.add(row.toString()));
    return rows;
  }

  private static StreamTableEnvironment ours() {
    StreamExecutionEnvironment environment = environment();
    return inputs(environment, TestTableEnvironments.streamFusion(environment));
  }

  private static StreamTableEnvironment stock() {
    StreamExecutionEnvironment environment = environment();
    return inputs(environment, StreamTableEnvironment.create(environment));
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    return environment;
  }

  private static StreamTableEnvironment inputs(
      StreamExecutionEnvironment environment, StreamTableEnvironment tables) {
    bids(environment, tables);
    changes(environment, tables);
    tables.createTemporarySystemFunction("twice", new ExplainTest.Twice());
    tables.executeSql(
        "CREATE TEMPORARY VIEW shared AS"
            + " SELECT auction + 0 AS auction, buyer FROM bid WHERE buyer IS NOT NULL");
    return tables;
  }

  private static void bids(StreamExecutionEnvironment environment, StreamTableEnvironment tables) {
    tables.createTemporaryView(
        "bid",
        environment.fromData(BID_TYPE, BIDS),
        Schema.newBuilder()
            .column("auction", DataTypes.BIGINT())
            .column("buyer", DataTypes.STRING())
            .column(
                "detail",
                DataTypes.ROW(
                    DataTypes.FIELD("price", DataTypes.BIGINT()),
                    DataTypes.FIELD("size", DataTypes.STRING())))
            .column("ts", DataTypes.TIMESTAMP(3))
            .watermark("ts", "ts - INTERVAL '4' SECOND")
            .build());
  }

  private static void changes(
      StreamExecutionEnvironment environment, StreamTableEnvironment tables) {
    DataStream<Row> changes =
        environment.fromData(
            Types.ROW_NAMED(new String[] {"id", "amount"}, Types.LONG, Types.LONG),
            Row.ofKind(RowKind.INSERT, 1L, 10L),
            Row.ofKind(RowKind.UPDATE_BEFORE, 1L, 10L),
            Row.ofKind(RowKind.UPDATE_AFTER, 1L, 20L),
            Row.ofKind(RowKind.INSERT, 2L, 5L),
            Row.ofKind(RowKind.INSERT, 3L, 0L),
            Row.ofKind(RowKind.DELETE, 1L, 20L));
    tables.createTemporaryView(
        "changes",
        tables.fromChangelogStream(changes, Schema.newBuilder().build(), ChangelogMode.all()));
  }
}
