package io.streamfusion.flink.runtime.exchange;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.table.data.RowData;

/** Connects a Flink operator to a fragment's operator. */
public final class HostInput {

  private HostInput() {}

  /**
   * What a fragment's transformation takes as its input in place of {@code input}: the same rows,
   * not copied on the way.
   *
   * <p>The wrapper is Flink's phantom transformation: it becomes no node and no partitioner of the
   * stream graph, so the operators chain, or are spread, as without it. It is there because it can
   * carry a type of its own, from which Flink takes the serializer that would copy.
   */
  public static Transformation<RowData> connect(Transformation<RowData> input) {
    SourceTransformationWrapper<RowData> connected = new SourceTransformationWrapper<>(input);
    if (input.getParallelism() != ExecutionConfig.PARALLELISM_DEFAULT) {
      connected.setParallelism(input.getParallelism());
    }
    connected.setOutputType(new IdentityRowDataTypeInfo(input.getOutputType()));
    return connected;
  }
}
