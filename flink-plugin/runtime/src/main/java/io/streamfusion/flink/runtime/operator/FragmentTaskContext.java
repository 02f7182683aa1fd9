package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.exchange.FrameTargets;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.TaskContext;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.graph.StreamConfig;

/** What a task tells the engine when it opens a fragment. */
final class FragmentTaskContext {

  /** Rows of a binary chunk: they stay in the processor's cache until they are read. */
  private static final int OUTPUT_CHUNK_ROWS = 256;

  private final Environment environment;
  private final ExecutionConfig executionConfig;
  private final StreamConfig taskConfig;
  private final StreamConfig streamConfig;
  private final FragmentSpec spec;

  FragmentTaskContext(
      Environment environment,
      ExecutionConfig executionConfig,
      StreamConfig taskConfig,
      StreamConfig streamConfig,
      FragmentSpec spec) {
    this.environment = environment;
    this.executionConfig = executionConfig;
    this.taskConfig = taskConfig;
    this.streamConfig = streamConfig;
    this.spec = spec;
  }

  static KeyGroupRange keyGroups(Environment environment) {
    TaskInfo task = environment.getTaskInfo();
    return KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
        task.getMaxNumberOfParallelSubtasks(),
        task.getNumberOfParallelSubtasks(),
        task.getIndexOfThisSubtask());
  }

  List<FragmentHandle.Input> inputs() {
    return spec.inputs().stream().map(FragmentTaskContext::input).toList();
  }

  private static FragmentHandle.Input input(FragmentInput input) {
    return switch (input.kind()) {
      case ROWS -> FragmentHandle.Input.rows(input.rowType(), input.paths(), input.insertOnly());
      case FRAMES -> FragmentHandle.Input.frames();
    };
  }

  TaskContext toProto(FragmentMemory memory, boolean restored, long nowMillis) {
    TaskInfo task = environment.getTaskInfo();
    Configuration job = environment.getJobConfiguration();
    Configuration taskManager = environment.getTaskManagerInfo().getConfiguration();
    FrameTargets targets =
        spec.output().kind() == EdgeKind.FRAMES
            ? FrameTargets.of(environment, taskConfig, streamConfig)
            : new FrameTargets(1, 0);
    TaskContext.Builder context =
        TaskContext.newBuilder()
            .setTaskName(task.getTaskNameWithSubtasks())
            .setSubtaskIndex(task.getIndexOfThisSubtask())
            .setParallelism(task.getNumberOfParallelSubtasks())
            .setMaxParallelism(task.getMaxNumberOfParallelSubtasks())
            .setKeyGroupStart(0)
            .setKeyGroupEnd(-1)
            .addOutputs(outputForm())
            .addChannels(targets.channels())
            .addKeyGroups(targets.keyGroups())
            .setBatchRows(batchRows(job, taskManager))
            .setBatchBytes(StreamFusionOptions.BATCH_MAX_BYTES.read(job, taskManager).getBytes())
            .setMemoryBytes(memory.bytes())
            .setMemoryManaged(memory.managed())
            .setMemoryAccounting(memory.accounted())
            .setRestored(restored)
            .setWatermarkIntervalMillis(executionConfig.getAutoWatermarkInterval())
            .setSessionZone(ZoneRulesProto.of(spec.sessionTimeZone()))
            .setOutputChunkRows(OUTPUT_CHUNK_ROWS)
            .setNowMillis(nowMillis);
    if (spec.stateful()) {
      KeyGroupRange keyGroups = keyGroups(environment);
      context
          .setKeyGroupStart(keyGroups.getStartKeyGroup())
          .setKeyGroupEnd(keyGroups.getEndKeyGroup());
    }
    return context.build();
  }

  private int batchRows(Configuration job, Configuration taskManager) {
    return spec.hostCalls().stream().anyMatch(HostCall::readsClock)
        ? 1
        : StreamFusionOptions.BATCH_SIZE.read(job, taskManager);
  }

  /**
   * With object reuse, operators chained behind read the engine's columns in place. Without it they
   * copy each row, and the network serializes it; both are far cheaper on the binary form.
   */
  private OutputForm outputForm() {
    if (spec.output().kind() == EdgeKind.FRAMES) {
      return OutputForm.OUTPUT_FORM_FRAMES;
    }
    boolean readInPlace =
        executionConfig.isObjectReuseEnabled()
            && streamConfig
                .getOperatorNonChainedOutputs(environment.getUserCodeClassLoader().asClassLoader())
                .isEmpty();
    return readInPlace ? OutputForm.OUTPUT_FORM_COLUMNS : OutputForm.OUTPUT_FORM_BINARY_ROWS;
  }
}
