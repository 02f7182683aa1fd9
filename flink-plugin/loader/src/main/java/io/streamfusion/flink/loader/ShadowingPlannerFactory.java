package io.streamfusion.flink.loader;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.delegation.PlannerFactory;

/**
 * What the factories we put in Flink's place have in common: they answer discovery as Flink's do.
 */
public abstract class ShadowingPlannerFactory implements PlannerFactory {

  @Override
  public final String factoryIdentifier() {
    return DEFAULT_IDENTIFIER;
  }

  @Override
  public final Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public final Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }
}
