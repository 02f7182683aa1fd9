package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.config.RoutingPolicy;
import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.translator.Policy;
import io.streamfusion.translator.TranslationOptions;
import java.util.List;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.TableConfig;

/** Reads the options of a translation from the configuration of a table environment. */
final class PlanningOptions {

  private PlanningOptions() {}

  static TranslationOptions from(TableConfig config) {
    return TranslationOptions.of(config, EnvironmentInformation.getVersion())
        .withPolicy(policy(StreamFusionOptions.POLICY.read(config)))
        .withOperators(slug -> StreamFusionOptions.operatorEnabled(slug).read(config));
  }

  /** What is set and changes nothing, a sentence each. */
  static List<String> ineffective(TableConfig config) {
    return StreamFusionOptions.incompatibleAllowed(config).stream()
        .map(
            name ->
                StreamFusionOptions.allowIncompatible(name).key()
                    + " changes nothing: no expression of this version has a native form that"
                    + " differs from Flink's.")
        .toList();
  }

  private static Policy policy(RoutingPolicy policy) {
    return switch (policy) {
      case EXACT -> Policy.EXACT;
      case ALWAYS -> Policy.ALWAYS;
      case NEVER -> Policy.NEVER;
    };
  }
}
