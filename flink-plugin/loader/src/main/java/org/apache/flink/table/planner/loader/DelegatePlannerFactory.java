package org.apache.flink.table.planner.loader;

import io.streamfusion.flink.loader.PlannerShim;
import io.streamfusion.flink.loader.ShadowingPlannerFactory;
import java.util.Locale;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.delegation.ParserFactory;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * Stands in for Flink's class of the same name, which flink-table-planner-loader registers as the
 * default planner factory; our jar sorts before that one in Flink's {@code lib/}.
 *
 * <p>Flink has no hook for a planner, and a service entry of ours would make the identifier {@code
 * default} ambiguous.
 */
public final class DelegatePlannerFactory extends ShadowingPlannerFactory {

  private static final PlannerShim SHIM =
      new PlannerShim(
          DelegatePlannerFactory.class,
          DelegatePlannerFactory::plannerClassLoader,
          "org.apache.flink.table.planner.loader.BaseDelegateFactory");

  @Override
  public Planner create(Context context) {
    PlannerFactory factory = SHIM.factory();
    if (SHIM.isStreamFusion()) {
      makeDialectVisible(context.getTableConfig().getSqlDialect());
    }
    return factory.create(context);
  }

  /**
   * PlannerModule gives its class loader away since Flink 2.2.1 only; what it loads does always.
   */
  private static ClassLoader plannerClassLoader() {
    return PlannerModule.getInstance().loadPlannerFactory().getClass().getClassLoader();
  }

  /**
   * A parser for another dialect sits in a jar of its own in {@code lib/}, where the planner's
   * class loader does not look. Flink's factory adds that jar; so must whoever stands in for it.
   */
  private static void makeDialectVisible(SqlDialect dialect) {
    if (dialect == SqlDialect.DEFAULT) {
      return;
    }
    ParserFactory parser =
        FactoryUtil.discoverFactory(
            PlannerFactory.class.getClassLoader(),
            ParserFactory.class,
            dialect.name().toLowerCase(Locale.ROOT));
    PlannerModule.getInstance()
        .addUrlToClassLoader(parser.getClass().getProtectionDomain().getCodeSource().getLocation());
  }
}
