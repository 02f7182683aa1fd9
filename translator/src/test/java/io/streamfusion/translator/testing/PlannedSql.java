package io.streamfusion.translator.testing;

import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.TranslationResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import scala.collection.JavaConverters;

/** Plans SQL with Flink's real stream planner and hands the optimized plan to the translator. */
public final class PlannedSql {
  private final StreamTableEnvironment environment;
  private TranslationOptions options = TranslationOptions.defaults("2.2.1");

  public PlannedSql() {
    StreamExecutionEnvironment execution = StreamExecutionEnvironment.getExecutionEnvironment();
    this.environment = StreamTableEnvironment.create(execution);
  }

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
