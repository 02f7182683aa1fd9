package io.streamfusion.translator;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.utils.TableConfigUtils;

/**
 * The plan-time choices of a translation.
 *
 * @param policy which queries go native
 * @param operatorEnabled by slug in kebab case, {@code streamfusion.operator.<slug>.enabled}
 * @param flinkVersion the version whose planner made the plan
 * @param sessionTimeZone the session's zone id
 * @param headerOptions table options that change results, for the job header
 * @param unevenUnions ids of Union nodes whose inputs are known to run with different parallelism
 */
public record TranslationOptions(
    Policy policy,
    Predicate<String> operatorEnabled,
    String flinkVersion,
    String sessionTimeZone,
    SortedMap<String, String> headerOptions,
    Set<String> unevenUnions) {

  /** Options of Flink that change the results of operators which can be native. */
  private static final List<ConfigOption<?>> RESULT_CHANGING =
      List.of(
          ExecutionConfigOptions.IDLE_STATE_RETENTION,
          ExecutionConfigOptions.TABLE_EXEC_LEGACY_CAST_BEHAVIOUR,
          ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ALLOW_LATENCY,
          ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED,
          ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_SIZE,
          ExecutionConfigOptions.TABLE_EXEC_SOURCE_IDLE_TIMEOUT);

  public TranslationOptions {
    headerOptions = new TreeMap<>(headerOptions);
    unevenUnions = Set.copyOf(unevenUnions);
  }

  /** Everything exact, nothing switched off, in UTC. */
  public static TranslationOptions defaults(String flinkVersion) {
    return new TranslationOptions(
        Policy.EXACT, slug -> true, flinkVersion, "UTC", new TreeMap<>(), Set.of());
  }

  /**
   * The choices that a table environment's configuration makes for Flink's own operators;
   * everything exact, nothing switched off.
   */
  public static TranslationOptions of(ReadableConfig config, String flinkVersion) {
    return new TranslationOptions(
        Policy.EXACT,
        slug -> true,
        flinkVersion,
        TableConfigUtils.getLocalTimeZone(config).getId(),
        resultChangingOptions(config),
        Set.of());
  }

  public TranslationOptions withPolicy(Policy newPolicy) {
    return new TranslationOptions(
        newPolicy, operatorEnabled, flinkVersion, sessionTimeZone, headerOptions, unevenUnions);
  }

  /**
   * @param newOperatorEnabled by slug in kebab case
   */
  public TranslationOptions withOperators(Predicate<String> newOperatorEnabled) {
    return new TranslationOptions(
        policy, newOperatorEnabled, flinkVersion, sessionTimeZone, headerOptions, unevenUnions);
  }

  /**
   * @param newUnevenUnions ids of Union nodes
   */
  public TranslationOptions withUnevenUnions(Set<String> newUnevenUnions) {
    return new TranslationOptions(
        policy, operatorEnabled, flinkVersion, sessionTimeZone, headerOptions, newUnevenUnions);
  }

  private static SortedMap<String, String> resultChangingOptions(ReadableConfig config) {
    Configuration effective = new Configuration();
    for (ConfigOption<?> option : RESULT_CHANGING) {
      copy(config, option, effective);
    }
    return new TreeMap<>(effective.toMap());
  }

  private static <T> void copy(ReadableConfig from, ConfigOption<T> option, Configuration to) {
    T value = from.get(option);
    if (value != null) {
      to.set(option, value);
    }
  }
}
