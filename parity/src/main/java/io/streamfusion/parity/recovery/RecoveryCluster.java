package io.streamfusion.parity.recovery;

import io.streamfusion.runner.FlinkCluster;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/** The cluster of recovery runs. */
public final class RecoveryCluster {

  private RecoveryCluster() {}

  /** Starts a cluster whose network buffers are small, so that back-pressure comes soon. */
  public static FlinkCluster start() throws Exception {
    return FlinkCluster.start(
        new Configuration().set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb")));
  }
}
