package io.streamfusion.cli.planning;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.SqlErrors;
import io.streamfusion.cli.script.SqlScript;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.translator.Policy;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.support.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import scala.collection.JavaConverters;

/**
 * Plans a SQL script with Flink's own planner and no cluster: declarations are executed in a
 * session of their own, queries and INSERTs are optimized to the physical plan and nothing runs.
 */
public final class ScriptPlanner {

  private static final ConfigOption<Policy> POLICY =
      ConfigOptions.key("streamfusion.policy").enumType(Policy.class).defaultValue(Policy.EXACT);

  private final ScriptSession session;

  /**
   * Opens a session.
   *
   * @param options table options to start from; the session time zone is UTC unless they name one
   */
  public ScriptPlanner(Map<String, String> options) {
    EnvironmentSettings settings = EnvironmentSettings.newInstance().inStreamingMode().build();
    this.session =
        new ScriptSession(
            (TableEnvironmentImpl) TableEnvironment.create(settings),
            new StandInTables(Thread.currentThread().getContextClassLoader()),
            ScriptSession.Effects.OF_THE_SESSION,
            options);
  }

  /**
   * Declares a function whose class is not there.
   *
   * @param signature such as {@code (BIGINT, STRING) -> STRING}
   */
  public void declare(String name, String signature) {
    session.environment().createTemporarySystemFunction(name, StandInFunction.of(name, signature));
  }

  /** Sets a table option, as SET does. */
  public void set(String key, String value) {
    session.set(key, value);
  }

  private PlannerBase planner() {
    return (PlannerBase) session.environment().getPlanner();
  }

  /** Plans all statements of a script. A statement that fails does not stop the following ones. */
  public List<PlannedStatement> plan(String file, String script) {
    List<PlannedStatement> planned = new ArrayList<>();
    for (SqlStatement statement : SqlScript.split(script)) {
      planned.add(planOne(file, statement));
    }
    return planned;
  }

  // Bad SQL throws exceptions of many kinds, undeclared checked ones and AssertionErrors among
  // them.
  private PlannedStatement planOne(String file, SqlStatement statement) {
    List<String> notes = new ArrayList<>();
    try {
      ScriptSession.Outcome outcome = session.execute(statement.text(), notes);
      List<RelNode> roots = optimize(outcome.rows());
      Optional<ReasonCode> onFlink = Optional.empty();
      if (session.batch() && !roots.isEmpty()) {
        onFlink = Optional.of(ReasonCode.BATCH_MODE);
      } else if (outcome.ofPlan().isPresent()) {
        onFlink = Optional.of(ReasonCode.COMPILED_PLAN);
      }
      return new PlannedStatement(
          statement,
          onFlink.isPresent() ? List.of() : roots,
          onFlink,
          Optional.empty(),
          notes,
          translationOptions());
    } catch (CliException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      return new PlannedStatement(
          statement,
          List.of(),
          Optional.empty(),
          Optional.of(SqlErrors.locate(file, statement, e)),
          notes,
          TranslationOptions.defaults(EnvironmentInformation.getVersion()));
    }
  }

  /** As the plugin reads them, which this tool does not know: the session's and Flink's. */
  private TranslationOptions translationOptions() {
    TableConfig config = planner().getTableConfig();
    return TranslationOptions.of(config, EnvironmentInformation.getVersion())
        .withPolicy(config.get(POLICY))
        .withOperators(slug -> config.get(option("operator." + slug + ".enabled", true)));
  }

  private static ConfigOption<Boolean> option(String key, boolean unset) {
    return ConfigOptions.key("streamfusion." + key).booleanType().defaultValue(unset);
  }

  private List<RelNode> optimize(List<Operation> operations) {
    if (operations.isEmpty()) {
      return List.of();
    }
    PlannerBase planner = planner();
    List<RelNode> logical =
        operations.stream()
            .map(
                operation ->
                    operation instanceof QueryOperation query
                        ? new CollectModifyOperation(query)
                        : (ModifyOperation) operation)
            .map(planner::translateToRel)
            .toList();
    return List.copyOf(
        JavaConverters.seqAsJavaList(
            planner.optimize(JavaConverters.asScalaBuffer(logical).toSeq())));
  }
}
