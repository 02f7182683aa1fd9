package org.apache.flink.table.planner.delegation;

import io.streamfusion.flink.loader.PlannerShim;
import io.streamfusion.flink.loader.ShadowingPlannerFactory;
import org.apache.flink.table.delegation.Planner;

/**
 * Stands in for Flink's class of the same name where the planner is not isolated: with
 * flink-table-planner_2.12 itself in Flink's {@code lib/} or on a test's class path.
 */
public final class DefaultPlannerFactory extends ShadowingPlannerFactory {

  private static final PlannerShim SHIM =
      new PlannerShim(DefaultPlannerFactory.class, DefaultPlannerFactory.class::getClassLoader);

  @Override
  public Planner create(Context context) {
    return SHIM.factory().create(context);
  }
}
