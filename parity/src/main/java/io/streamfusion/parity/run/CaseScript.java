package io.streamfusion.parity.run;

import io.streamfusion.parity.casefile.ParityCase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;

/** Runs the definitions of a script and gathers its INSERT statements. */
public final class CaseScript {
  private static final Pattern SET =
      Pattern.compile("(?is)SET\\s+'(?<key>[^']+)'\\s*=\\s*'(?<value>.*)'");

  private final ParityCase parityCase;
  private final TableEnvironment environment;
  private final StatementSet inserts;

  CaseScript(ParityCase parityCase, TableEnvironment environment, StatementSet inserts) {
    this.parityCase = parityCase;
    this.environment = environment;
    this.inserts = inserts;
  }

  void run() {
    Set<String> pending = new HashSet<>(parityCase.tableOptions().keySet());
    for (String statement : parityCase.statements()) {
      Matcher set = SET.matcher(statement);
      if (statement.regionMatches(true, 0, "INSERT", 0, 6)) {
        inserts.addInsertSql(statement);
      } else if (set.matches()) {
        environment.getConfig().set(set.group("key"), set.group("value"));
      } else {
        environment.executeSql(statement);
        pending.removeIf(this::overrideOptions);
      }
    }
    if (!pending.isEmpty()) {
      throw new TableException("The case sets options of tables it does not have: " + pending);
    }
  }

  /** Returns false if the table does not exist yet. */
  private boolean overrideOptions(String table) {
    return overrideOptions(environment, table, parityCase.tableOptions().get(table));
  }

  /**
   * Replaces options of a table. A new connector replaces all options, since those of the old one
   * mean nothing to it. Returns false if the table does not exist.
   */
  public static boolean overrideOptions(
      TableEnvironment environment, String table, Map<String, String> overrides) {
    Catalog catalog = environment.getCatalog(environment.getCurrentCatalog()).orElseThrow();
    ObjectPath path = new ObjectPath(environment.getCurrentDatabase(), table);
    if (!catalog.tableExists(path)) {
      return false;
    }
    try {
      CatalogTable definition = (CatalogTable) catalog.getTable(path);
      Map<String, String> options =
          overrides.containsKey("connector")
              ? new HashMap<>()
              : new HashMap<>(definition.getOptions());
      options.putAll(overrides);
      catalog.alterTable(path, definition.copy(options), false);
      return true;
    } catch (TableNotExistException e) {
      throw new TableException("Cannot change the options of " + table, e);
    }
  }
}
