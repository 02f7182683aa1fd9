package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.StreamFusionVersion;
import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import java.util.List;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.StreamPlanner;

/** Flink's stream planner, with a line in EXPLAIN that shows that StreamFusion is in charge. */
public final class StreamFusionPlanner extends StreamPlanner {

  StreamFusionPlanner(
      Executor executor,
      TableConfig tableConfig,
      ModuleManager moduleManager,
      FunctionCatalog functionCatalog,
      CatalogManager catalogManager,
      ClassLoader classLoader) {
    super(executor, tableConfig, moduleManager, functionCatalog, catalogManager, classLoader);
  }

  @Override
  public String explain(
      List<Operation> operations, ExplainFormat format, ExplainDetail... extraDetails) {
    String stock = super.explain(operations, format, extraDetails);
    if (!StreamFusionOptions.NATIVE_ENABLED.read(getTableConfig())) {
      return stock;
    }
    String newLine = System.lineSeparator();
    return stock
        + newLine
        + "== StreamFusion =="
        + newLine
        + String.format(
            "StreamFusion %s on Flink %s",
            StreamFusionVersion.current(), EnvironmentInformation.getVersion())
        + newLine;
  }
}
