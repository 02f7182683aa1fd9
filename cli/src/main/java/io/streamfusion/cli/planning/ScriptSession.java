package io.streamfusion.cli.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.operations.CompileAndExecutePlanOperation;
import org.apache.flink.table.operations.CreateTableASOperation;
import org.apache.flink.table.operations.DescribeCatalogOperation;
import org.apache.flink.table.operations.DescribeFunctionOperation;
import org.apache.flink.table.operations.DescribeModelOperation;
import org.apache.flink.table.operations.DescribeTableOperation;
import org.apache.flink.table.operations.ExplainOperation;
import org.apache.flink.table.operations.LoadModuleOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.NopOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.ReplaceTableAsOperation;
import org.apache.flink.table.operations.ShowOperation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.operations.StatementSetOperation;
import org.apache.flink.table.operations.UnloadModuleOperation;
import org.apache.flink.table.operations.UseOperation;
import org.apache.flink.table.operations.command.AddJarOperation;
import org.apache.flink.table.operations.command.ExecutePlanOperation;
import org.apache.flink.table.operations.command.ResetOperation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.operations.ddl.AlterOperation;
import org.apache.flink.table.operations.ddl.CompilePlanOperation;
import org.apache.flink.table.operations.ddl.CreateOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;
import org.apache.flink.table.operations.ddl.DropOperation;
import org.apache.flink.table.operations.materializedtable.MaterializedTableOperation;

/**
 * The session of a script: executes what declares and configures, and leaves the statements that
 * move rows to its owner.
 */
public final class ScriptSession {

  private static final Pattern BEGIN_STATEMENT_SET =
      Pattern.compile("(?is)^BEGIN\\s+STATEMENT\\s+SET\\s*;(.*)$");

  /** What changes the session alone, or only reads it. A new kind of statement is not among it. */
  private static final List<Class<? extends Operation>> IN_SESSION =
      List.of(
          CreateOperation.class,
          AlterOperation.class,
          DropOperation.class,
          UseOperation.class,
          AddJarOperation.class,
          LoadModuleOperation.class,
          UnloadModuleOperation.class,
          ShowOperation.class,
          DescribeTableOperation.class,
          DescribeCatalogOperation.class,
          DescribeFunctionOperation.class,
          DescribeModelOperation.class,
          NopOperation.class);

  /** What statements may do that neither declare nor move rows, such as TRUNCATE and CALL. */
  public enum Effects {
    /** Nothing: they are errors. */
    OF_THE_SESSION,
    /** What Flink does. */
    OF_FLINK
  }

  /**
   * What is left to the session's owner.
   *
   * @param rows the queries and insertions of a statement that moves rows
   * @param ofPlan what it does with a compiled plan, a plan of Flink's own nodes in a file; if it
   *     makes one, {@code rows} are what is compiled
   */
  public record Outcome(List<Operation> rows, Optional<Operation> ofPlan) {

    private static final Outcome DONE = new Outcome(List.of(), Optional.empty());

    public Outcome {
      rows = List.copyOf(rows);
    }
  }

  private final TableEnvironmentImpl environment;
  private final DeclaredTables tables;
  private final Effects effects;
  private final Configuration initial;
  private final boolean batchInitially;
  private boolean batch;

  /**
   * Prepares a session.
   *
   * @param options table options to start from; the session time zone is UTC unless they name one
   */
  public ScriptSession(
      TableEnvironmentImpl environment,
      DeclaredTables tables,
      Effects effects,
      Map<String, String> options) {
    this.environment = environment;
    this.tables = tables;
    this.effects = effects;
    environment.getConfig().set(TableConfigOptions.LOCAL_TIME_ZONE, "UTC");
    options.forEach(this::set);
    initial = environment.getConfig().getConfiguration().clone();
    batchInitially = batch;
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
   * Executes a statement that declares or configures, and no other.
   *
   * @param notes gets remarks that are no findings
   */
  public Outcome execute(String statement, List<String> notes) {
    Matcher legacySet = BEGIN_STATEMENT_SET.matcher(statement);
    // The form of sql-client's own splitter; the parser knows the one-statement form only.
    String sql =
        legacySet.matches() ? "EXECUTE STATEMENT SET BEGIN " + legacySet.group(1) : statement;
    return execute(environment.getParser().parse(sql).get(0), notes);
  }

  private Outcome execute(Operation operation, List<String> notes) {
    if (operation instanceof SetOperation set) {
      if (set.getKey().isPresent() && set.getValue().isPresent()) {
        set(set.getKey().get(), set.getValue().get());
      }
      return Outcome.DONE;
    }
    if (operation instanceof ResetOperation reset) {
      reset.getKey().ifPresentOrElse(this::reset, this::reset);
      return Outcome.DONE;
    }
    if (operation instanceof CreateTableOperation create) {
      environment.executeInternal(declared(create, notes));
      return Outcome.DONE;
    }
    if (operation instanceof CompilePlanOperation compile) {
      return new Outcome(rows(compile.getOperation(), false, notes), Optional.of(compile));
    }
    if (operation instanceof CompileAndExecutePlanOperation compile) {
      return new Outcome(rows(compile.getOperation(), false, notes), Optional.of(compile));
    }
    if (operation instanceof ExecutePlanOperation) {
      return new Outcome(List.of(), Optional.of(operation));
    }
    List<Operation> rows =
        operation instanceof ExplainOperation explain
            ? rows(explain.getChild(), false, notes)
            : rows(operation, true, notes);
    if (rows.isEmpty()) {
      if (effects == Effects.OF_THE_SESSION && !staysInSession(operation)) {
        throw new ValidationException(
            "not executed, for it is no declaration: " + operation.asSummaryString());
      }
      environment.executeInternal(operation);
    }
    return new Outcome(rows, Optional.empty());
  }

  /**
   * The queries and insertions of a statement that moves rows, else nothing.
   *
   * @param declares whether the tables that it makes are there from now on
   */
  private List<Operation> rows(Operation operation, boolean declares, List<String> notes) {
    List<Operation> rows = new ArrayList<>();
    if (operation instanceof StatementSetOperation set) {
      set.getOperations().forEach(insertion -> rows.addAll(rows(insertion, declares, notes)));
    } else if (operation instanceof CreateTableASOperation as) {
      CreateTableOperation create = declared(as.getCreateTableOperation(), notes);
      rows.add(
          new SinkModifyOperation(
              declares ? table(create) : undeclared(create),
              as.getChild(),
              as.getSinkModifyStaticPartitions(),
              null,
              as.getSinkModifyOverwrite(),
              Map.of()));
    } else if (operation instanceof ReplaceTableAsOperation as) {
      CreateTableOperation create = declared(as.getCreateTableOperation(), notes);
      ObjectIdentifier name = create.getTableIdentifier();
      boolean isThere = environment.getCatalogManager().getTable(name).isPresent();
      if (!isThere && !as.isCreateOrReplace()) {
        throw new ValidationException("Table " + name + " to be replaced does not exist");
      }
      if (isThere && declares) {
        environment.getCatalogManager().dropTable(name, false);
      }
      rows.add(
          new SinkModifyOperation(declares ? table(create) : undeclared(create), as.getChild()));
    } else if (operation instanceof ModifyOperation || operation instanceof QueryOperation) {
      rows.add(operation);
    }
    return rows;
  }

  /** The declaration to execute in place of this one. */
  private CreateTableOperation declared(CreateTableOperation create, List<String> notes) {
    Optional<DeclaredTables.Substitute> substitute = tables.substitute(create);
    substitute.flatMap(DeclaredTables.Substitute::note).ifPresent(notes::add);
    return substitute.map(DeclaredTables.Substitute::operation).orElse(create);
  }

  /**
   * Declares the table of CREATE TABLE AS before rows go to it. Flink does so where its sink does
   * not stage it, see {@code TableEnvironmentImpl#getModifyOperation}; the plan is the same.
   */
  private ContextResolvedTable table(CreateTableOperation create) {
    environment.executeInternal(create);
    return environment.getCatalogManager().getTableOrError(create.getTableIdentifier());
  }

  private ContextResolvedTable undeclared(CreateTableOperation create) {
    ObjectIdentifier name = create.getTableIdentifier();
    return ContextResolvedTable.permanent(
        name,
        environment.getCatalogManager().getCatalogOrThrowException(name.getCatalogName()),
        create.getCatalogTable());
  }

  private static boolean staysInSession(Operation operation) {
    return IN_SESSION.stream().anyMatch(kind -> kind.isInstance(operation))
        && !(operation instanceof MaterializedTableOperation);
  }

  /** To what the session started with, which is not Flink's default where options say otherwise. */
  private void reset(String key) {
    if (key.equals(ExecutionOptions.RUNTIME_MODE.key())) {
      batch = batchInitially;
      return;
    }
    Configuration options = environment.getConfig().getConfiguration();
    options.removeKey(key);
    String started = initial.toMap().get(key);
    if (started != null) {
      options.setString(key, started);
    }
  }

  private void reset() {
    batch = batchInitially;
    Configuration options = environment.getConfig().getConfiguration();
    List.copyOf(options.keySet()).forEach(options::removeKey);
    options.addAll(initial);
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
