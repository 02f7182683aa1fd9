package io.streamfusion.cli.planning;

import java.util.Optional;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/** Decides what is declared in place of a table of the SQL. */
public interface DeclaredTables {

  /**
   * Another declaration, and what to tell people about it.
   *
   * @param note empty if there is nothing to tell
   */
  record Substitute(CreateTableOperation operation, Optional<String> note) {}

  /** The declaration to execute instead of this one, or empty to execute it as it is. */
  Optional<Substitute> substitute(CreateTableOperation operation);
}
