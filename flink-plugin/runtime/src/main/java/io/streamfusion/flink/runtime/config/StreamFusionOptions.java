package io.streamfusion.flink.runtime.config;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Every option of StreamFusion. An option is looked up in the job's own options, then in Flink's
 * configuration, then in the JVM's system properties.
 */
public final class StreamFusionOptions {

  public static final StreamFusionOption<Boolean> NATIVE_ENABLED =
      StreamFusionOption.of(
          key("streamfusion.native.enabled").booleanType().defaultValue(true),
          OptionScope.PLAN,
          "Whether anything is planned natively. When false, plan and job graph equal stock Flink's.");

  public static final StreamFusionOption<RoutingPolicy> POLICY =
      StreamFusionOption.of(
          key("streamfusion.policy")
              .enumType(RoutingPolicy.class)
              .defaultValue(RoutingPolicy.EXACT),
          OptionScope.PLAN,
          "Which queries run natively: `exact` takes every query whose result is exactly Flink's, except"
              + " a projection of which every column is evaluated by Flink's own code; `always` takes"
              + " those too; `never` takes none.");

  public static final StreamFusionOption<Boolean> LOG_FALLBACK_REASONS =
      StreamFusionOption.of(
          key("streamfusion.logFallbackReasons").booleanType().defaultValue(false),
          OptionScope.PLAN,
          "Whether the reasons why a query stays on Flink are logged at INFO when it is planned."
              + " EXPLAIN shows them always.");

  public static final StreamFusionOption<Boolean> MEMORY_ACCOUNTING_ENABLED =
      StreamFusionOption.of(
          key("streamfusion.memory.accounting.enabled").booleanType().defaultValue(true),
          OptionScope.TASK,
          "Whether native memory is reserved from Flink's managed memory. When false, native operators"
              + " allocate without a limit.");

  public static final StreamFusionOption<MemorySize> MEMORY_UNMANAGED_SIZE =
      StreamFusionOption.of(
          key("streamfusion.memory.unmanaged-size")
              .memoryType()
              .defaultValue(MemorySize.ofMebiBytes(64)),
          OptionScope.TASK,
          "Native memory limit of each native operator chain when the slot has no managed memory"
              + " configured.");

  public static final StreamFusionOption<Integer> BATCH_SIZE =
      StreamFusionOption.of(
              key("streamfusion.batch.size").intType().defaultValue(2048),
              OptionScope.TASK,
              "Rows after which a batch is handed to the engine.")
          .mustBe("between 1 and 1048576", rows -> rows >= 1 && rows <= 1 << 20);

  public static final StreamFusionOption<MemorySize> BATCH_MAX_BYTES =
      StreamFusionOption.of(
              key("streamfusion.batch.max-bytes")
                  .memoryType()
                  .defaultValue(MemorySize.ofMebiBytes(1)),
              OptionScope.TASK,
              "Bytes of variable-length data after which a batch is handed to the engine.")
          .mustBe(
              "between 1 kb and 1 gb",
              size -> size.getBytes() >= 1 << 10 && size.getBytes() <= 1 << 30);

  public static final StreamFusionOption<Duration> BATCH_MAX_DELAY =
      StreamFusionOption.of(
              key("streamfusion.batch.max-delay")
                  .durationType()
                  .defaultValue(Duration.ofMillis(20)),
              OptionScope.TASK,
              "Longest time a row waits for its batch to fill, behind an exchange a watermark too. Checkpoint"
                  + " barriers, idleness, the end of input and other watermarks hand a batch over at once.")
          .mustBe("at least 1 ms", delay -> delay.toMillis() >= 1);

  /** All options with a fixed name, in the order of the documentation. */
  public static final List<StreamFusionOption<?>> FIXED =
      List.of(
          NATIVE_ENABLED,
          POLICY,
          LOG_FALLBACK_REASONS,
          MEMORY_ACCOUNTING_ENABLED,
          MEMORY_UNMANAGED_SIZE,
          BATCH_SIZE,
          BATCH_MAX_BYTES,
          BATCH_MAX_DELAY);

  private static final Pattern ALLOW_INCOMPATIBLE =
      Pattern.compile("streamfusion\\.expression\\.(?<name>.+)\\.allowIncompatible");

  private StreamFusionOptions() {}

  /**
   * The switch of one operator.
   *
   * @param slug the operator's slug in snake case, such as {@code watermark_assigner}
   */
  public static StreamFusionOption<Boolean> operatorEnabled(String slug) {
    String name = slug.toLowerCase(Locale.ROOT).replace('_', '-');
    return StreamFusionOption.of(
        key("streamfusion.operator." + name + ".enabled").booleanType().defaultValue(true),
        OptionScope.PLAN,
        "Whether this operator may run natively; a query that needs it stays on Flink otherwise.");
  }

  /**
   * Allows the native form of one function or cast although its result can differ from Flink's.
   *
   * @param name the function's name in upper case, such as {@code REGEXP_EXTRACT}
   */
  public static StreamFusionOption<Boolean> allowIncompatible(String name) {
    return StreamFusionOption.of(
        key("streamfusion.expression." + name + ".allowIncompatible")
            .booleanType()
            .defaultValue(false),
        OptionScope.PLAN,
        "Whether this expression may run natively although its result can differ from Flink's. No"
            + " expression of this version has such a native form: true changes nothing, and EXPLAIN"
            + " and a warning in the log say so.");
  }

  /**
   * The names for which {@link #allowIncompatible} is true in the configuration or a JVM system
   * property.
   */
  public static SortedSet<String> incompatibleAllowed(ReadableConfig config) {
    Set<String> keys = new HashSet<>(config.toMap().keySet());
    keys.addAll(System.getProperties().stringPropertyNames());
    return keys.stream()
        .map(ALLOW_INCOMPATIBLE::matcher)
        .filter(Matcher::matches)
        .map(key -> key.group("name"))
        .filter(name -> allowIncompatible(name).read(config))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
