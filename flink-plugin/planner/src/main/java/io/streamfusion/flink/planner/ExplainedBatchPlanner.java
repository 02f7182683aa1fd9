package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.translator.support.ReasonCode;
import java.util.List;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.BatchPlanner;

/** Flink's batch planner, which plans every job; EXPLAIN says below its text that it does. */
final class ExplainedBatchPlanner extends BatchPlanner {

  ExplainedBatchPlanner(
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
    return StreamFusionOptions.NATIVE_ENABLED.read(getTableConfig())
        ? stock + ExplainSection.leftToFlink(ReasonCode.BATCH_MODE)
        : stock;
  }
}
