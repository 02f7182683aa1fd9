package io.streamfusion.cli.planning;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/** Points table declarations whose connector or format is absent at {@link StandInTableFactory}. */
final class StandInTables {

  private final TreeSet<String> available = new TreeSet<>();

  StandInTables(ClassLoader classLoader) {
    for (Factory factory : ServiceLoader.load(Factory.class, classLoader)) {
      available.add(factory.factoryIdentifier());
    }
  }

  /** The declaration to execute instead, or empty if everything it names is there. */
  Optional<CreateTableOperation> replace(CreateTableOperation operation) {
    ResolvedCatalogTable table = operation.getCatalogTable();
    Map<String, String> options = table.getOptions();
    if (absent(options).isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> rewritten = new LinkedHashMap<>();
    rewritten.put("connector", StandInTableFactory.IDENTIFIER);
    options.forEach(
        (key, value) -> rewritten.put(StandInTableFactory.DECLARED_PREFIX + key, value));
    CatalogTable standIn = table.getOrigin().copy(rewritten);
    return Optional.of(
        new CreateTableOperation(
            operation.getTableIdentifier(),
            new ResolvedCatalogTable(standIn, table.getResolvedSchema()),
            operation.isIgnoreIfExists(),
            operation.isTemporary()));
  }

  /** What a declaration names and the class path lacks, such as "connector 'kafka'". */
  Optional<String> absent(Map<String, String> options) {
    String connector = options.get("connector");
    if (connector == null) {
      return Optional.empty();
    }
    if (!available.contains(connector)) {
      return Optional.of("connector '" + connector + "'");
    }
    return options.entrySet().stream()
        .filter(e -> e.getKey().equals("format") || e.getKey().endsWith(".format"))
        .filter(e -> !available.contains(e.getValue()))
        .map(e -> "format '" + e.getValue() + "'")
        .findFirst();
  }
}
