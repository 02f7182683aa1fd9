package io.streamfusion.translator;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The plan-time choices of a translation.
 *
 * @param policy which queries go native
 * @param operatorEnabled by slug in kebab case, {@code streamfusion.operator.<slug>.enabled}
 * @param incompatibleAllowed by function name, {@code
 *     streamfusion.expression.<NAME>.allowIncompatible}
 * @param flinkVersion the version whose planner made the plan
 * @param sessionTimeZone the session's zone id
 * @param headerOptions table options that change results, for the job header
 */
public record TranslationOptions(
    Policy policy,
    Predicate<String> operatorEnabled,
    Predicate<String> incompatibleAllowed,
    String flinkVersion,
    String sessionTimeZone,
    SortedMap<String, String> headerOptions) {

  public TranslationOptions {
    headerOptions = new TreeMap<>(headerOptions);
  }

  /** Everything exact, nothing switched off, in UTC. */
  public static TranslationOptions defaults(String flinkVersion) {
    return new TranslationOptions(
        Policy.EXACT, slug -> true, function -> false, flinkVersion, "UTC", new TreeMap<>());
  }

  public TranslationOptions withPolicy(Policy newPolicy) {
    return new TranslationOptions(
        newPolicy,
        operatorEnabled,
        incompatibleAllowed,
        flinkVersion,
        sessionTimeZone,
        headerOptions);
  }
}
