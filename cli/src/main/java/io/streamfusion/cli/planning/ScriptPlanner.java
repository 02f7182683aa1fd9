package io.streamfusion.cli.planning;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.SqlErrors;
import io.streamfusion.cli.script.SqlScript;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.translator.TranslationOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.ExplainOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.StatementSetOperation;
import org.apache.flink.table.operations.command.ResetOperation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import scala.collection.JavaConverters;

/**
 * Plans a SQL script with Flink's own planner and no cluster: declarations are executed in a
 * session of their own, queries and INSERTs are optimized to the physical plan and nothing runs.
 */
public final class ScriptPlanner {

  private static final Pattern BEGIN_STATEMENT_SET =
      Pattern.compile("(?is)^BEGIN\\s+STATEMENT\\s+SET\\s*;(.*)$");

  private final TableEnvironmentImpl session;
  private final StandInTables standIns;
  private boolean batch;

  /**
   * Opens a session.
   *
   * @param options table options to start from; the session time zone is UTC unless they name one
   */
  public ScriptPlanner(Map<String, String> options) {
    EnvironmentSettings settings = EnvironmentSettings.newInstance().inStreamingMode().build();
    this.session = (TableEnvironmentImpl) TableEnvironment.create(settings);
    this.session.getConfig().set(TableConfigOptions.LOCAL_TIME_ZONE, "UTC");
    this.standIns = new StandInTables(Thread.currentThread().getContextClassLoader());
    options.forEach(this::set);
  }

  private PlannerBase planner() {
    return (PlannerBase) session.getPlanner();
  }

  /** Plans all statements of a script. A statement that fails does not stop the following ones. */
  public List<PlannedStatement> plan(String file, String script) {
    List<PlannedStatement> planned = new ArrayList<>();
    for (SqlStatement statement : SqlScript.split(script)) {
      planned.add(planOne(file, statement));
    }
    return planned;
  }

  // Flink throws RuntimeExceptions of many kinds for bad SQL, and AssertionErrors from Calcite.
  private PlannedStatement planOne(String file, SqlStatement statement) {
    List<String> notes = new ArrayList<>();
    try {
      List<RelNode> roots = execute(parse(statement.text()), notes);
      boolean inBatch = batch && !roots.isEmpty();
      return new PlannedStatement(
          statement,
          inBatch ? List.of() : roots,
          inBatch,
          Optional.empty(),
          notes,
          translationOptions());
    } catch (CliException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      return new PlannedStatement(
          statement,
          List.of(),
          false,
          Optional.of(SqlErrors.locate(file, statement, e)),
          notes,
          translationOptions());
    }
  }

  private TranslationOptions translationOptions() {
    return TranslationOptions.of(planner().getTableConfig(), EnvironmentInformation.getVersion());
  }

  private Operation parse(String text) {
    Matcher legacySet = BEGIN_STATEMENT_SET.matcher(text);
    // The form of sql-client's own splitter; the parser knows the one-statement form only.
    String sql = legacySet.matches() ? "EXECUTE STATEMENT SET BEGIN " + legacySet.group(1) : text;
    return session.getParser().parse(sql).get(0);
  }

  private List<RelNode> execute(Operation operation, List<String> notes) {
    if (operation instanceof SetOperation) {
      SetOperation set = (SetOperation) operation;
      if (set.getKey().isPresent() && set.getValue().isPresent()) {
        set(set.getKey().get(), set.getValue().get());
      }
      return List.of();
    }
    if (operation instanceof ResetOperation) {
      ((ResetOperation) operation)
          .getKey()
          .ifPresent(key -> session.getConfig().getConfiguration().removeKey(key));
      return List.of();
    }
    if (operation instanceof ExplainOperation) {
      Operation child = ((ExplainOperation) operation).getChild();
      return child instanceof QueryOperation ? optimize(List.of(child)) : execute(child, notes);
    }
    if (operation instanceof StatementSetOperation) {
      return optimize(((StatementSetOperation) operation).getOperations());
    }
    if (operation instanceof ModifyOperation || operation instanceof QueryOperation) {
      return optimize(List.of(operation));
    }
    if (operation instanceof CreateTableOperation) {
      create((CreateTableOperation) operation, notes);
      return List.of();
    }
    session.executeInternal(operation);
    return List.of();
  }

  private void create(CreateTableOperation operation, List<String> notes) {
    Optional<CreateTableOperation> replacement = standIns.replace(operation);
    if (replacement.isPresent()) {
      notes.add(
          "table "
              + operation.getTableIdentifier().getObjectName()
              + " is planned with a stand-in: "
              + standIns.absent(operation.getCatalogTable().getOptions()).orElse("")
              + " is not on the class path");
    }
    session.executeInternal(replacement.orElse(operation));
  }

  private List<RelNode> optimize(List<? extends Operation> operations) {
    PlannerBase planner = planner();
    List<RelNode> logical =
        operations.stream()
            .flatMap(
                operation ->
                    operation instanceof QueryOperation
                        ? Stream.of(
                            (ModifyOperation)
                                new CollectModifyOperation((QueryOperation) operation))
                        : Stream.of((ModifyOperation) operation))
            .map(planner::translateToRel)
            .toList();
    return List.copyOf(
        JavaConverters.seqAsJavaList(
            planner.optimize(JavaConverters.asScalaBuffer(logical).toSeq())));
  }

  private void set(String key, String value) {
    if (key.equals(ExecutionOptions.RUNTIME_MODE.key())) {
      batch = RuntimeExecutionMode.BATCH.name().equalsIgnoreCase(value);
      return;
    }
    session.getConfig().set(key, value);
  }
}
