package io.streamfusion.flink.runtime.state;

import java.util.function.Consumer;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Hands an operator the raw keyed state it was restored with.
 *
 * <p>Flink opens the streams for every operator, but its initialization context gives them out only
 * where a keyed state backend exists. The streams are read while the operator initializes its
 * state; Flink closes them afterwards.
 */
public final class RawKeyedStateCapture implements StreamTaskStateInitializer {

  private final StreamTaskStateInitializer delegate;
  private final Consumer<Iterable<KeyGroupStatePartitionStreamProvider>> receiver;

  public RawKeyedStateCapture(
      StreamTaskStateInitializer delegate,
      Consumer<Iterable<KeyGroupStatePartitionStreamProvider>> receiver) {
    this.delegate = delegate;
    this.receiver = receiver;
  }

  @Override
  public StreamOperatorStateContext streamOperatorStateContext(
      OperatorID operatorId,
      String operatorClassName,
      ProcessingTimeService processingTimeService,
      KeyContext keyContext,
      TypeSerializer<?> keySerializer,
      CloseableRegistry streamTaskCloseableRegistry,
      MetricGroup metricGroup,
      double managedMemoryFraction,
      boolean isUsingCustomRawKeyedState,
      boolean isAsyncState)
      throws Exception {
    StreamOperatorStateContext context =
        delegate.streamOperatorStateContext(
            operatorId,
            operatorClassName,
            processingTimeService,
            keyContext,
            keySerializer,
            streamTaskCloseableRegistry,
            metricGroup,
            managedMemoryFraction,
            isUsingCustomRawKeyedState,
            isAsyncState);
    receiver.accept(context.rawKeyedStateInputs());
    return context;
  }
}
