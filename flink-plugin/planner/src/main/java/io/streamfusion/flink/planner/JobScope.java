package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.operator.PlanBytes;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.TranslationResult;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What the fragments of one job share.
 *
 * @param plan the plan's bytes
 * @param sessionTimeZone the session's zone id, as in the plan's header
 * @param uidPrefix in front of each fragment's id
 */
record JobScope(PlanBytes plan, String sessionTimeZone, String uidPrefix) {

  private static final String UID_PREFIX = "streamfusion";

  static JobScope of(
      TranslationResult translation,
      String sessionTimeZone,
      StreamExecutionEnvironment environment) {
    byte[] bytes = translation.planBytes();
    PlanBytes plan =
        translation.fragments().size() == 1
            ? PlanBytes.ofSingleFragment(bytes)
            : PlanBytes.shared(bytes, environment);
    return new JobScope(
        plan, sessionTimeZone, uidPrefix(translation.fragments(), uidsInUse(environment)));
  }

  /** A fragment's uid: the same for the same statement, whatever surrounds it in the job. */
  String uid(Fragment fragment) {
    return uidPrefix + "/" + fragment.id();
  }

  /**
   * A program can turn several tables into streams of one job, each planned by itself: node ids
   * repeat then, and the plans are told apart by their order in the program.
   */
  private static String uidPrefix(List<Fragment> fragments, Set<String> inUse) {
    String prefix = UID_PREFIX;
    for (int plan = 2; anyInUse(prefix, fragments, inUse); plan++) {
      prefix = UID_PREFIX + "-" + plan;
    }
    return prefix;
  }

  private static boolean anyInUse(String prefix, List<Fragment> fragments, Set<String> inUse) {
    return fragments.stream().anyMatch(fragment -> inUse.contains(prefix + "/" + fragment.id()));
  }

  private static Set<String> uidsInUse(StreamExecutionEnvironment environment) {
    Set<String> uids = new HashSet<>();
    for (Transformation<?> pending : environment.getTransformations()) {
      for (Transformation<?> transformation : pending.getTransitivePredecessors()) {
        uids.add(transformation.getUid());
      }
    }
    uids.removeIf(Objects::isNull);
    return uids;
  }
}
