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
public final class StandInTables implements DeclaredTables {

  private final TreeSet<String> available = new TreeSet<>();

  /** Looks for connectors and formats on this class path. */
  public StandInTables(ClassLoader classLoader) {
    for (Factory factory : ServiceLoader.load(Factory.class, classLoader)) {
      available.add(factory.factoryIdentifier());
    }
  }

  @Override
  public Optional<Substitute> substitute(CreateTableOperation operation) {
    Map<String, String> options = operation.getCatalogTable().getOptions();
    return absent(options)
        .map(
            absent ->
                new Substitute(
                    redirect(operation, options, StandInTableFactory.IDENTIFIER, Map.of()),
                    Optional.of(
                        "table "
                            + operation.getTableIdentifier().getObjectName()
                            + " is planned with a stand-in: "
                            + absent
                            + " is not on the class path")));
  }

  /**
   * The same table with another connector, which gets the declared options under {@link
   * StandInTableFactory#DECLARED_PREFIX}.
   *
   * @param declared what the other connector shall take for the declared options
   * @param more options of the other connector itself
   */
  public static CreateTableOperation redirect(
      CreateTableOperation operation,
      Map<String, String> declared,
      String connector,
      Map<String, String> more) {
    ResolvedCatalogTable table = operation.getCatalogTable();
    Map<String, String> rewritten = new LinkedHashMap<>();
    rewritten.put("connector", connector);
    declared.forEach(
        (key, value) -> rewritten.put(StandInTableFactory.DECLARED_PREFIX + key, value));
    rewritten.putAll(more);
    CatalogTable redirected = table.getOrigin().copy(rewritten);
    return new CreateTableOperation(
        operation.getTableIdentifier(),
        new ResolvedCatalogTable(redirected, table.getResolvedSchema()),
        operation.isIgnoreIfExists(),
        operation.isTemporary());
  }

  /** What a declaration names and the class path lacks, such as "connector 'kafka'". */
  public Optional<String> absent(Map<String, String> options) {
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
