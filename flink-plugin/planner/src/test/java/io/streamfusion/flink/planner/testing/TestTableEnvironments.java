package io.streamfusion.flink.planner.testing;

import io.streamfusion.flink.planner.StreamFusionPlannerFactory;
import java.net.URL;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.CatalogStoreHolder;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.GenericInMemoryCatalogStore;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;
import org.apache.flink.table.resource.ResourceManager;
import org.apache.flink.util.FlinkUserCodeClassLoaders;
import org.apache.flink.util.MutableURLClassLoader;

/**
 * Table environments over our planner, which is no service on the flat class path. What Flink's own
 * {@code StreamTableEnvironmentImpl.create} does, with the factory given.
 */
public final class TestTableEnvironments {

  private TestTableEnvironments() {}

  /** An environment that plans with StreamFusion. */
  public static StreamTableEnvironment streamFusion(StreamExecutionEnvironment environment) {
    return streamFusion(environment, EnvironmentSettings.inStreamingMode());
  }

  /** An environment whose planner is the one that StreamFusion's factory creates. */
  public static StreamTableEnvironment streamFusion(
      StreamExecutionEnvironment environment, EnvironmentSettings settings) {
    Configuration configuration = settings.getConfiguration();
    MutableURLClassLoader userClassLoader =
        FlinkUserCodeClassLoaders.create(new URL[0], settings.getUserClassLoader(), configuration);
    Executor executor = new DefaultExecutor(environment);
    TableConfig tableConfig = TableConfig.getDefault();
    tableConfig.setRootConfiguration(executor.getConfiguration());
    tableConfig.addConfiguration(configuration);
    ResourceManager resources = new ResourceManager(configuration, userClassLoader);
    ModuleManager modules = new ModuleManager();
    CatalogManager catalogs =
        CatalogManager.newBuilder()
            .classLoader(userClassLoader)
            .config(tableConfig)
            .defaultCatalog(
                settings.getBuiltInCatalogName(),
                new GenericInMemoryCatalog(
                    settings.getBuiltInCatalogName(), settings.getBuiltInDatabaseName()))
            .executionConfig(environment.getConfig())
            .catalogStoreHolder(
                CatalogStoreHolder.newBuilder()
                    .classloader(userClassLoader)
                    .config(tableConfig)
                    .catalogStore(new GenericInMemoryCatalogStore())
                    .build())
            .build();
    FunctionCatalog functions = new FunctionCatalog(tableConfig, resources, catalogs, modules);
    Planner planner =
        new StreamFusionPlannerFactory(new DefaultPlannerFactory())
            .create(
                new PlannerFactory.DefaultPlannerContext(
                    executor, tableConfig, userClassLoader, modules, catalogs, functions));
    return new StreamTableEnvironmentImpl(
        catalogs,
        modules,
        resources,
        functions,
        tableConfig,
        environment,
        planner,
        executor,
        settings.isStreamingMode());
  }
}
