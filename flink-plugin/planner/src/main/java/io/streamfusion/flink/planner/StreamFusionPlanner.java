package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.operator.PlanBytes;
import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.delegation.InternalPlan;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Seq;

/**
 * Flink's stream planner, which hands what the engine reproduces exactly to native fragments.
 *
 * <p>Flink optimizes as always; then {@link PlanTranslator} decides about each query, and the nodes
 * of native queries are replaced in the optimized plan and, one per fragment, in the execution
 * graph. Everything else, and everything when a statement steps aside, is planned by Flink's code
 * on Flink's nodes.
 */
public final class StreamFusionPlanner extends StreamPlanner {

  private static final Logger LOG = LoggerFactory.getLogger(StreamFusionPlanner.class);

  /** Why the statement being planned is left to Flink as a whole, null while it is not. */
  @Nullable private ReasonCode leftToFlink;

  /** Unions of the statement being planned that turned out not to be exact natively. */
  private Set<String> unevenUnions = Set.of();

  /** What the translator made of the statement optimized last, null if it was not asked. */
  @Nullable private TranslationResult translation;

  /** The plan of that statement, null if nothing in it is native. */
  @Nullable private NativePlan nativePlan;

  /** The roots that {@link #optimize} returned in place of Flink's, null if nothing is native. */
  @Nullable private Seq<RelNode> nativeRoots;

  StreamFusionPlanner(
      Executor executor,
      TableConfig tableConfig,
      ModuleManager moduleManager,
      FunctionCatalog functionCatalog,
      CatalogManager catalogManager,
      ClassLoader classLoader) {
    super(executor, tableConfig, moduleManager, functionCatalog, catalogManager, classLoader);
  }

  @Override
  public Seq<RelNode> optimize(Seq<RelNode> roots) {
    translation = null;
    nativePlan = null;
    nativeRoots = null;
    // An earlier statement's plan must not show in this one's job.
    PlanBytes.forgetUnused(getExecEnv());
    Seq<RelNode> optimized = super.optimize(roots);
    if (leftToFlink != null || !nativeEnabled()) {
      return optimized;
    }
    List<RelNode> optimizedRoots = JavaScalaConversionUtil.toJava(optimized);
    planNatively(optimizedRoots);
    PlanningOptions.ineffective(getTableConfig()).forEach(LOG::warn);
    logReasons();
    if (nativePlan == null) {
      return optimized;
    }
    nativeRoots = JavaScalaConversionUtil.toScala(nativePlan.roots());
    return nativeRoots;
  }

  // A jar that changes no job must not make one fail; PlanTranslator sees to its own mistakes.
  private void planNatively(List<RelNode> optimizedRoots) {
    try {
      translation =
          new PlanTranslator(PlanningOptions.from(getTableConfig()).withUnevenUnions(unevenUnions))
              .translate(optimizedRoots);
      if (translation.hasNativeQuery()) {
        nativePlan = new NativePlan(translation, optimizedRoots);
      }
    } catch (IllegalConfigurationException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      translation = TranslationResult.failed(optimizedRoots, e);
    }
  }

  @Override
  public List<Transformation<?>> translate(List<ModifyOperation> operations) {
    return untilUnionsAreEven(() -> super.translate(operations));
  }

  /** Plans again while a union that was planned natively turns out to be uneven. */
  private <T> T untilUnionsAreEven(Supplier<T> planning) {
    unevenUnions = Set.of();
    try {
      while (true) {
        try {
          return planning.get();
        } catch (UnevenUnionException e) {
          Set<String> known = new TreeSet<>(unevenUnions);
          if (!known.addAll(e.unions())) {
            throw e;
          }
          unevenUnions = known;
        }
      }
    } finally {
      unevenUnions = Set.of();
    }
  }

  @Override
  public ExecNodeGraph translateToExecNodeGraph(Seq<RelNode> optimizedRoots, boolean isCompiled) {
    if (nativePlan == null || optimizedRoots != nativeRoots) {
      return super.translateToExecNodeGraph(optimizedRoots, isCompiled);
    }
    JobScope job =
        JobScope.of(
            nativePlan.translation(),
            TableConfigUtils.getLocalTimeZone(getTableConfig()).getId(),
            getExecEnv());
    List<RelNode> contracted = new FragmentGraph(nativePlan, job).contract();
    return super.translateToExecNodeGraph(JavaScalaConversionUtil.toScala(contracted), isCompiled);
  }

  @Override
  public InternalPlan compilePlan(List<ModifyOperation> operations) {
    return asStockFlink(ReasonCode.COMPILED_PLAN, () -> super.compilePlan(operations));
  }

  @Override
  public String explain(
      List<Operation> operations, ExplainFormat format, ExplainDetail... extraDetails) {
    if (!nativeEnabled()) {
      return super.explain(operations, format, extraDetails);
    }
    if (Arrays.asList(extraDetails).contains(ExplainDetail.PLAN_ADVICE)) {
      // Flink's analyzers cannot visit foreign nodes.
      return asStockFlink(
              ReasonCode.PLAN_ADVICE, () -> super.explain(operations, format, extraDetails))
          + ExplainSection.leftToFlink(ReasonCode.PLAN_ADVICE);
    }
    String stock = untilUnionsAreEven(() -> super.explain(operations, format, extraDetails));
    return stock + ExplainSection.of(translation, PlanningOptions.ineffective(getTableConfig()));
  }

  @Override
  public String explainPlan(InternalPlan plan, ExplainDetail... extraDetails) {
    String stock = super.explainPlan(plan, extraDetails);
    return nativeEnabled() ? stock + ExplainSection.leftToFlink(ReasonCode.COMPILED_PLAN) : stock;
  }

  @SuppressWarnings("PMD.UnusedAssignment") // The planning reads the field.
  private <T> T asStockFlink(ReasonCode reason, Supplier<T> planning) {
    leftToFlink = reason;
    try {
      return planning.get();
    } finally {
      leftToFlink = null;
    }
  }

  private boolean nativeEnabled() {
    return StreamFusionOptions.NATIVE_ENABLED.read(getTableConfig());
  }

  private void logReasons() {
    // Not an option's choice: a mistake of ours is worth a stack trace.
    translation
        .failure()
        .ifPresent(
            failure ->
                LOG.warn("StreamFusion failed to translate a plan; it stays on Flink.", failure));
    if (!StreamFusionOptions.LOG_FALLBACK_REASONS.read(getTableConfig())) {
      return;
    }
    for (SinkRouting sink : translation.sinks()) {
      for (FallbackReason reason : sink.reasons()) {
        LOG.info("{} stays on Flink: {}", sink.name(), reason);
      }
    }
  }
}
