package io.streamfusion.translator.testing;

import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.TranslationResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.apache.flink.types.Row;
import scala.collection.JavaConverters;

/** Plans SQL with Flink's real stream planner and hands the optimized plan to the translator. */
public final class PlannedSql {
  private final StreamExecutionEnvironment execution =
      StreamExecutionEnvironment.getExecutionEnvironment();
  private final StreamTableEnvironment environment = StreamTableEnvironment.create(execution);
  private TranslationOptions options = TranslationOptions.defaults("2.2.1");

  public StreamTableEnvironment environment() {
    return environment;
  }

  /** Runs DDL. */
  public PlannedSql ddl(String... statements) {
    for (String statement : statements) {
      environment.executeSql(statement);
    }
    return this;
  }

  /** A table of the columns {@code id INT} (its primary key) and {@code v BIGINT} that changes. */
  public PlannedSql changing(String name, ChangelogMode mode) {
    DataStream<Row> changes =
        execution.fromData(
            Types.ROW_NAMED(new String[] {"id", "v"}, Types.INT, Types.LONG), Row.of(1, 1L));
    Schema schema =
        Schema.newBuilder()
            .column("id", DataTypes.INT().notNull())
            .column("v", DataTypes.BIGINT())
            .primaryKey("id")
            .build();
    environment.createTemporaryView(name, environment.fromChangelogStream(changes, schema, mode));
    return this;
  }

  public PlannedSql function(String name, Class<? extends ScalarFunction> function) {
    environment.createTemporarySystemFunction(name, function);
    return this;
  }

  public PlannedSql with(TranslationOptions newOptions) {
    this.options = newOptions;
    return this;
  }

  public TranslationOptions options() {
    return options;
  }

  /** The optimized roots of INSERT statements, planned together. */
  public List<RelNode> roots(String... inserts) {
    PlannerBase planner = planner();
    List<RelNode> logical = new ArrayList<>();
    for (String insert : inserts) {
      for (Operation operation : planner.getParser().parse(insert)) {
        logical.add(planner.translateToRel((ModifyOperation) operation));
      }
    }
    return optimize(planner, logical);
  }

  private PlannerBase planner() {
    return (PlannerBase) ((TableEnvironmentImpl) environment).getPlanner();
  }

  private static List<RelNode> optimize(PlannerBase planner, List<RelNode> logical) {
    return JavaConverters.seqAsJavaList(
        planner.optimize(JavaConverters.asScalaBuffer(logical).toSeq()));
  }

  /** The optimized root of a query without a sink, as EXPLAIN sees it. */
  public List<RelNode> selectRoots(String query) {
    PlannerBase planner = planner();
    List<RelNode> logical = new ArrayList<>();
    for (Operation operation : planner.getParser().parse(query)) {
      logical.add(((PlannerQueryOperation) operation).getCalciteTree());
    }
    return optimize(planner, logical);
  }

  public TranslationResult translateSelect(String query) {
    return new PlanTranslator(options).translate(selectRoots(query));
  }

  public TranslationResult translate(String... inserts) {
    return new PlanTranslator(options).translate(roots(inserts));
  }
}
