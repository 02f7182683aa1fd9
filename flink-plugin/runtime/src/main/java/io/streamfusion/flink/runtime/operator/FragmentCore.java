package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.exchange.RestoredSubtask;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.metrics.FragmentMetrics;
import io.streamfusion.flink.runtime.state.FragmentSnapshot;
import io.streamfusion.flink.runtime.state.KeyedSnapshot;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorV2;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.util.PausableRelativeClock;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/**
 * The life of a fragment in a task: opened with its state, snapshotted, closed.
 *
 * <p>Everything native is opened in {@link #initializeState} because restored state can only be
 * read there, and freed in {@link #close}, which Flink calls on every way out; a failure in between
 * frees at once.
 */
final class FragmentCore extends AbstractStreamOperatorV2<RowData> {

  private static final long serialVersionUID = 1L;

  private final transient Environment environment;
  private final transient CloseableRegistry cancelables;
  private final transient StreamConfig taskConfig;
  private final transient FragmentSpec spec;
  private final transient PlanBytes plan;

  @Nullable private transient Iterable<KeyGroupStatePartitionStreamProvider> restoredKeyGroups;
  @Nullable private transient FragmentMemory memory;
  @Nullable private transient HostCalls hostCalls;
  @Nullable private transient FragmentHandle fragment;
  @Nullable private transient FragmentMetrics fragmentMetrics;
  @Nullable private transient FragmentRunner runner;

  /** Stands still while the task is backpressured. */
  @Nullable private transient PausableRelativeClock inputActivity;

  FragmentCore(StreamOperatorParameters<RowData> parameters, FragmentSpec spec, PlanBytes plan) {
    super(parameters, spec.inputs().size());
    this.environment = parameters.getContainingTask().getEnvironment();
    this.cancelables = parameters.getContainingTask().getCancelables();
    this.taskConfig = parameters.getContainingTask().getConfiguration();
    this.spec = spec;
    this.plan = plan;
    RestoredSubtask.is(environment.getTaskInfo().getIndexOfThisSubtask());
  }

  int ports() {
    return spec.inputs().size();
  }

  FragmentRunner runner() {
    return runner;
  }

  void restoreFrom(Iterable<KeyGroupStatePartitionStreamProvider> keyGroups) {
    this.restoredKeyGroups = keyGroups;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    try {
      openFragment(context.isRestored());
    } catch (Throwable t) {
      try {
        free();
      } catch (Exception e) {
        t.addSuppressed(e);
      }
      throw t;
    } finally {
      restoredKeyGroups = null;
    }
  }

  private void openFragment(boolean restored) throws Exception {
    memory = FragmentMemory.reserve(environment, config);
    hostCalls = HostCalls.open(spec, getRuntimeContext(), processingTimeService);
    FragmentTaskContext context =
        new FragmentTaskContext(environment, getExecutionConfig(), taskConfig, config, spec);
    fragment =
        FragmentHandle.open(
            plan.resolve(environment.getJobConfiguration()),
            spec.ordinal(),
            context.toProto(memory, restored, processingTimeService.getCurrentProcessingTime()),
            hostCalls,
            context.inputs(),
            List.of(spec.output().rowType()));
    if (spec.stateful() && restoredKeyGroups != null) {
      KeyedSnapshot.restore(restoredKeyGroups, fragment);
    }
    fragmentMetrics = FragmentMetrics.register(metrics, fragment);
    inputActivity = new PausableRelativeClock(processingTimeService.getClock());
    taskMetrics().registerBackPressureListener(inputActivity);
    runner =
        new FragmentRunner(
            fragment,
            spec.inputs(),
            hostCalls,
            output,
            metrics.getIOMetricGroup(),
            taskMetrics().getNumFiredTimers(),
            processingTimeService,
            inputActivity,
            StreamFusionOptions.BATCH_MAX_DELAY
                .read(
                    environment.getJobConfiguration(),
                    environment.getTaskManagerInfo().getConfiguration())
                .toMillis());
  }

  @Override
  public void open() throws Exception {
    super.open();
    runner.start();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    runner.beforeBarrier();
  }

  @Override
  protected boolean isUsingCustomRawKeyedState() {
    return spec.stateful();
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
      throws Exception {
    OperatorSnapshotFutures futures =
        super.snapshotState(checkpointId, timestamp, options, factory);
    if (spec.stateful()) {
      try {
        futures.setKeyedStateRawFuture(
            new KeyedSnapshot(
                    FragmentSnapshot.begin(fragment, checkpointId),
                    FragmentTaskContext.keyGroups(environment),
                    factory)
                .toAsyncSnapshotFutureTask(cancelables));
      } catch (Throwable t) {
        futures.cancel();
        throw t;
      }
    }
    return futures;
  }

  @Override
  public void finish() throws Exception {
    runner.endOfInput();
    super.finish();
  }

  @Override
  public void close() throws Exception {
    RestoredSubtask.ended();
    IOUtils.closeAll(this::free, super::close);
  }

  /** Frees what is open, all of it also if one part fails; called again it has nothing to do. */
  private void free() throws Exception {
    if (runner != null) {
      runner.close();
      runner = null;
    }
    if (inputActivity != null) {
      taskMetrics().unregisterBackPressureListener(inputActivity);
      inputActivity = null;
    }
    AutoCloseable[] open = {
      fragmentMetrics, fragment, hostCalls == null ? null : hostCalls::close, memory
    };
    fragmentMetrics = null;
    fragment = null;
    hostCalls = null;
    memory = null;
    IOUtils.closeAll(open);
  }

  private TaskIOMetricGroup taskMetrics() {
    return environment.getMetricGroup().getIOMetricGroup();
  }

  void latencyMarker(LatencyMarker marker) {
    reportOrForwardLatencyMarker(marker);
  }

  void watermarkEvent(WatermarkEvent watermark) throws Exception {
    runner.pushWaiting();
    output.emitWatermark(watermark);
  }
}
