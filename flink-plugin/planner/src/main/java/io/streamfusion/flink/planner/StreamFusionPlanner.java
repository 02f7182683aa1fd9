package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.operator.PlanBytes;
import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
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
  @Nullable private String leftToFlink;

  /** The plan of the statement that {@link #optimize} saw last, null if it was left to Flink. */
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
    nativePlan = null;
    nativeRoots = null;
    // An earlier statement's plan must not show in this one's job.
    PlanBytes.forgetUnused(getExecEnv());
    Seq<RelNode> optimized = super.optimize(roots);
    if (leftToFlink != null || !nativeEnabled()) {
      return optimized;
    }
    List<RelNode> optimizedRoots = JavaScalaConversionUtil.toJava(optimized);
    nativePlan = planNatively(optimizedRoots);
    if (nativePlan == null || !nativePlan.translation().hasNativeQuery()) {
      return optimized;
    }
    nativeRoots = JavaScalaConversionUtil.toScala(nativePlan.roots());
    return nativeRoots;
  }

  /** Null if the translator failed, which leaves the statement to Flink. */
  @Nullable
  private NativePlan planNatively(List<RelNode> optimizedRoots) {
    try {
      TranslationResult translation =
          new PlanTranslator(PlanningOptions.from(getTableConfig())).translate(optimizedRoots);
      logFallbackReasons(translation);
      return new NativePlan(translation, optimizedRoots);
    } catch (IllegalConfigurationException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      // A jar that changes no job must not make one fail. What cannot be translated is no exception
      // but a reason, so this is a mistake of ours and worth a stack trace.
      LOG.warn("StreamFusion failed to translate a plan; it stays on Flink.", e);
      return null;
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
    return asStockFlink(
        "a compiled plan holds Flink's own nodes", () -> super.compilePlan(operations));
  }

  @Override
  public String explain(
      List<Operation> operations, ExplainFormat format, ExplainDetail... extraDetails) {
    if (!nativeEnabled()) {
      return super.explain(operations, format, extraDetails);
    }
    if (Arrays.asList(extraDetails).contains(ExplainDetail.PLAN_ADVICE)) {
      // Flink's analyzers cannot visit foreign nodes.
      String reason = "PLAN_ADVICE looks at Flink's own nodes";
      return asStockFlink(reason, () -> super.explain(operations, format, extraDetails))
          + ExplainSection.leftToFlink(reason);
    }
    String stock = super.explain(operations, format, extraDetails);
    return stock
        + (nativePlan == null
            ? ExplainSection.leftToFlink("the translation failed, see the log")
            : ExplainSection.of(nativePlan));
  }

  @Override
  public String explainPlan(InternalPlan plan, ExplainDetail... extraDetails) {
    String stock = super.explainPlan(plan, extraDetails);
    return nativeEnabled()
        ? stock + ExplainSection.leftToFlink("a compiled plan holds Flink's own nodes")
        : stock;
  }

  private <T> T asStockFlink(String reason, Supplier<T> planning) {
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

  private void logFallbackReasons(TranslationResult translation) {
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
