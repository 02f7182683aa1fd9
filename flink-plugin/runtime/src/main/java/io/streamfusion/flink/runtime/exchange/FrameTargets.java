package io.streamfusion.flink.runtime.exchange;

import java.util.List;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.graph.StreamConfig;

/**
 * The tasks that read what an operator sends, as they are now: a job may run with another
 * parallelism than it was planned with.
 *
 * @param channels number of tasks
 * @param keyGroups their max parallelism; 0 if rows do not go through the network
 */
public record FrameTargets(int channels, int keyGroups) {

  private static final FrameTargets CHAINED = new FrameTargets(1, 0);

  /** No frame could be right for all readers; the engine refuses to split rows for them. */
  private static final FrameTargets DIFFERENT = new FrameTargets(0, 0);

  /**
   * Finds the targets of an operator.
   *
   * @param task configuration of the operator's task, which orders the task's outputs
   * @param operator configuration of the operator itself
   */
  public static FrameTargets of(Environment environment, StreamConfig task, StreamConfig operator) {
    ClassLoader classLoader = environment.getUserCodeClassLoader().asClassLoader();
    List<NonChainedOutput> outputsOfTask = task.getVertexNonChainedOutputs(classLoader);
    FrameTargets targets = CHAINED;
    for (NonChainedOutput output : operator.getOperatorNonChainedOutputs(classLoader)) {
      int index = indexOf(output, outputsOfTask);
      ResultPartitionWriter writer = environment.getWriter(index);
      FrameTargets found =
          new FrameTargets(writer.getNumberOfSubpartitions(), writer.getNumTargetKeyGroups());
      if (targets != CHAINED && !targets.equals(found)) {
        return DIFFERENT;
      }
      targets = found;
    }
    return targets;
  }

  private static int indexOf(NonChainedOutput output, List<NonChainedOutput> outputsOfTask) {
    for (int i = 0; i < outputsOfTask.size(); i++) {
      if (outputsOfTask.get(i).getDataSetId().equals(output.getDataSetId())) {
        return i;
      }
    }
    throw new IllegalStateException(output + " is no output of its task");
  }
}
