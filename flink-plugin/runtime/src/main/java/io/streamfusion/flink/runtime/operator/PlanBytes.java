package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.AbstractMultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

/**
 * The bytes of a job's plan, as the operator factories of its fragments refer to them.
 *
 * <p>Each factory is serialized by itself, so bytes in the factories would be in the job once per
 * fragment. The plan of a single fragment travels in its factory; the plan of several travels once,
 * in the job configuration (see {@link JobPlans}), and the factories hold its digest.
 */
public final class PlanBytes implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final ConfigOption<Map<String, String>> PLANS =
      ConfigOptions.key("streamfusion.internal.plans")
          .mapType()
          .noDefaultValue()
          .withDescription(
              "Plans of the job's native fragments by digest; not to be set by users.");

  private final String digest;
  @Nullable private byte[] inline;

  /** Only where the job is planned. */
  @Nullable private final transient byte[] planned;

  /** The environment's own configuration, only where the job is planned and the plan is shared. */
  @Nullable private final transient Configuration environment;

  /** Whether each fragment's factory carries its part of the plan; only where it is planned. */
  private final transient boolean divided;

  private PlanBytes(byte[] plan, @Nullable Configuration environment, boolean divided) {
    this.digest = digest(plan);
    this.planned = plan;
    this.environment = environment;
    this.inline = environment == null ? plan : null;
    this.divided = divided;
  }

  /** A plan of one fragment. */
  public static PlanBytes ofSingleFragment(byte[] plan) {
    return new PlanBytes(plan.clone(), null, false);
  }

  /**
   * A plan of several fragments, whose transformations will be translated in {@code environment}.
   * Plans of earlier jobs of the environment are taken out of its configuration.
   */
  public static PlanBytes shared(byte[] plan, StreamExecutionEnvironment environment) {
    // With program-config.enabled=false a client refuses a job whose configuration was changed.
    if (!(environment.getConfiguration() instanceof Configuration configuration)
        || !configuration.get(DeploymentOptions.PROGRAM_CONFIG_ENABLED)) {
      return new PlanBytes(plan.clone(), null, true);
    }
    PlanBytes shared = new PlanBytes(plan.clone(), configuration, false);
    Map<String, String> plans = new HashMap<>(configuration.getOptional(PLANS).orElse(Map.of()));
    plans.keySet().retainAll(digestsInUse(environment));
    plans.put(shared.digest, Base64.getEncoder().encodeToString(plan));
    configuration.set(PLANS, new JobPlans(plans));
    return shared;
  }

  /** The plan as the factory of one of its fragments carries it. */
  PlanBytes ofFragment(int ordinal) {
    return divided ? new PlanBytes(FragmentPlans.only(planned, ordinal), null, false) : this;
  }

  /** Takes plans that no pending transformation uses out of the environment's configuration. */
  public static void forgetUnused(StreamExecutionEnvironment environment) {
    if (environment.getConfiguration() instanceof Configuration configuration
        && configuration.contains(PLANS)) {
      Map<String, String> plans = new HashMap<>(configuration.get(PLANS));
      plans.keySet().retainAll(digestsInUse(environment));
      if (plans.isEmpty()) {
        configuration.removeConfig(PLANS);
      } else {
        configuration.set(PLANS, new JobPlans(plans));
      }
    }
  }

  /** Called for each fragment's factory after a stream graph has copied its job configuration. */
  void addedToStreamGraph() {
    if (environment == null) {
      return;
    }
    Map<String, String> plans = environment.getOptional(PLANS).orElse(Map.of());
    if (plans instanceof JobPlans jobPlans && plans.containsKey(digest)) {
      environment.set(PLANS, jobPlans.adopt());
    } else {
      // The user replaced the environment's configuration; then every factory has to carry the
      // plan.
      inline = planned;
    }
  }

  /** The plan's bytes, in a task. */
  byte[] resolve(Configuration jobConfiguration) {
    if (inline != null) {
      return inline;
    }
    String base64 =
        jobConfiguration.getOptional(PLANS).map(plans -> plans.get(digest)).orElse(null);
    if (base64 == null) {
      throw new NativeEngineException(
          "PLAN_MISSING",
          NativeEngineException.ErrorClass.INTERNAL,
          "The job configuration does not hold plan " + digest + ".");
    }
    return Base64.getDecoder().decode(base64);
  }

  private static Set<String> digestsInUse(StreamExecutionEnvironment environment) {
    Set<String> digests = new TreeSet<>();
    for (Transformation<?> root : environment.getTransformations()) {
      for (Transformation<?> transformation : root.getTransitivePredecessors()) {
        if (factory(transformation) instanceof FragmentOperatorFactory fragment) {
          digests.add(fragment.plan().digest);
        }
      }
    }
    return digests;
  }

  @Nullable
  private static StreamOperatorFactory<?> factory(Transformation<?> transformation) {
    if (transformation instanceof OneInputTransformation<?, ?> oneInput) {
      return oneInput.getOperatorFactory();
    }
    if (transformation instanceof AbstractMultipleInputTransformation<?> multipleInput) {
      return multipleInput.getOperatorFactory();
    }
    return null;
  }

  private static String digest(byte[] plan) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(plan));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }
}
