package io.streamfusion.cli.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ExplainOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.StatementSetOperation;
import org.apache.flink.table.operations.command.ResetOperation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/**
 * The session of a script: executes what declares and configures, and leaves the statements that
 * move rows to its owner.
 */
public final class ScriptSession {

  private static final Pattern BEGIN_STATEMENT_SET =
      Pattern.compile("(?is)^BEGIN\\s+STATEMENT\\s+SET\\s*;(.*)$");

  private final TableEnvironmentImpl environment;
  private final DeclaredTables tables;
  private boolean batch;

  /**
   * Prepares a session.
   *
   * @param options table options to start from; the session time zone is UTC unless they name one
   */
  public ScriptSession(
      TableEnvironmentImpl environment, DeclaredTables tables, Map<String, String> options) {
    this.environment = environment;
    this.tables = tables;
    environment.getConfig().set(TableConfigOptions.LOCAL_TIME_ZONE, "UTC");
    options.forEach(this::set);
  }

  /** Where its statements live. */
  public TableEnvironmentImpl environment() {
    return environment;
  }

  /** Whether the script chose the batch mode. */
  public boolean batch() {
    return batch;
  }

  /**
   * Executes a statement, unless it moves rows.
   *
   * @param notes gets remarks that are no findings
   * @return the queries and insertions of a statement that moves rows, else nothing
   */
  public List<Operation> execute(String statement, List<String> notes) {
    Matcher legacySet = BEGIN_STATEMENT_SET.matcher(statement);
    // The form of sql-client's own splitter; the parser knows the one-statement form only.
    String sql =
        legacySet.matches() ? "EXECUTE STATEMENT SET BEGIN " + legacySet.group(1) : statement;
    return execute(environment.getParser().parse(sql).get(0), notes);
  }

  private List<Operation> execute(Operation operation, List<String> notes) {
    if (operation instanceof SetOperation set) {
      if (set.getKey().isPresent() && set.getValue().isPresent()) {
        set(set.getKey().get(), set.getValue().get());
      }
      return List.of();
    }
    if (operation instanceof ResetOperation reset) {
      reset.getKey().ifPresent(key -> environment.getConfig().getConfiguration().removeKey(key));
      return List.of();
    }
    if (operation instanceof ExplainOperation explain) {
      return execute(explain.getChild(), notes);
    }
    if (operation instanceof StatementSetOperation set) {
      return List.copyOf(set.getOperations());
    }
    if (operation instanceof ModifyOperation || operation instanceof QueryOperation) {
      return List.of(operation);
    }
    if (operation instanceof CreateTableOperation create) {
      Optional<DeclaredTables.Substitute> substitute = tables.substitute(create);
      substitute.flatMap(DeclaredTables.Substitute::note).ifPresent(notes::add);
      environment.executeInternal(
          substitute.map(DeclaredTables.Substitute::operation).orElse(create));
      return List.of();
    }
    environment.executeInternal(operation);
    return List.of();
  }

  /** Sets a table option, as SET does. */
  public void set(String key, String value) {
    if (key.equals(ExecutionOptions.RUNTIME_MODE.key())) {
      batch = RuntimeExecutionMode.BATCH.name().equalsIgnoreCase(value);
      return;
    }
    environment.getConfig().set(key, value);
  }
}
