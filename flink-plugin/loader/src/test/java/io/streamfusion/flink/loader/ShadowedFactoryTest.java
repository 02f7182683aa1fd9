package io.streamfusion.flink.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.planner.loader.DelegatePlannerFactory;
import org.junit.jupiter.api.Test;

/** Here the shim runs in front of flink-table-planner-loader, but without a planner jar to load. */
class ShadowedFactoryTest {

  @Test
  void discoveryFindsOnePlannerFactoryAndItIsOurs() {
    List<PlannerFactory> found = new ArrayList<>();
    for (Factory factory : ServiceLoader.load(Factory.class)) {
      if (factory instanceof PlannerFactory planner) {
        found.add(planner);
      }
    }

    assertThat(found).singleElement().isInstanceOf(ShadowingPlannerFactory.class);
    assertThat(found.get(0).factoryIdentifier()).isEqualTo(PlannerFactory.DEFAULT_IDENTIFIER);
  }

  @Test
  void withoutPlannerJarStockFlinkPlans() {
    for (EnvironmentSettings settings :
        List.of(EnvironmentSettings.inStreamingMode(), EnvironmentSettings.inBatchMode())) {
      TableEnvironment tables = TableEnvironment.create(settings);
      Planner planner = ((TableEnvironmentImpl) tables).getPlanner();

      assertThat(planner.getClass().getName())
          .startsWith("org.apache.flink.table.planner.delegation.");
      assertThat(tables.explainSql("SELECT 1")).contains("Values");
    }
  }

  @Test
  void stockClassesAreFlinksOwnAndShareTheirLoader() throws Exception {
    ShadowedClasses stock =
        new ShadowedClasses(
            DelegatePlannerFactory.class,
            "org.apache.flink.table.planner.loader.BaseDelegateFactory");

    Class<?> factory = stock.loadClass(DelegatePlannerFactory.class.getName());

    assertThat(factory).isNotSameAs(DelegatePlannerFactory.class);
    assertThat(factory.getClassLoader()).isSameAs(stock);
    assertThat(factory.getSuperclass().getClassLoader()).isSameAs(stock);
    assertThat(factory.getInterfaces()).containsExactly(PlannerFactory.class);
  }

  @Test
  void missingStockClassIsNamed() {
    assertThatThrownBy(() -> new ShadowedClasses(ShadowedFactoryTest.class))
        .isInstanceOf(StockPlannerNotFoundException.class)
        .hasMessageContaining(ShadowedFactoryTest.class.getName())
        .hasMessageContaining("flink-table-planner-loader");
  }
}
