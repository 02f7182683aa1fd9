package io.streamfusion.flink.planner;

import java.util.Set;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;

/**
 * Creates our planner for streaming; for batch Flink's own, which only says so in EXPLAIN.
 *
 * <p>The loader finds this class by name and its constructor by signature; it is no service,
 * because two factories called {@code default} would be ambiguous.
 */
public final class StreamFusionPlannerFactory implements PlannerFactory {

  private final PlannerFactory stock;

  /**
   * @param stock Flink's own factory
   */
  public StreamFusionPlannerFactory(PlannerFactory stock) {
    this.stock = stock;
  }

  @Override
  public String factoryIdentifier() {
    return stock.factoryIdentifier();
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return stock.requiredOptions();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return stock.optionalOptions();
  }

  @Override
  public Planner create(Context context) {
    RuntimeExecutionMode mode = context.getTableConfig().get(ExecutionOptions.RUNTIME_MODE);
    return switch (mode) {
      case STREAMING ->
          new StreamFusionPlanner(
              context.getExecutor(),
              context.getTableConfig(),
              context.getModuleManager(),
              context.getFunctionCatalog(),
              context.getCatalogManager(),
              context.getClassLoader());
      case BATCH ->
          new ExplainedBatchPlanner(
              context.getExecutor(),
              context.getTableConfig(),
              context.getModuleManager(),
              context.getFunctionCatalog(),
              context.getCatalogManager(),
              context.getClassLoader());
      // Flink's factory says what it accepts.
      case AUTOMATIC -> stock.create(context);
    };
  }
}
