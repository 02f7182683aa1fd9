package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.jni.HostCallbacks;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** The host calls of one fragment in one task. */
final class HostCalls implements HostCallbacks, AutoCloseable {

  private final HostCallClock clock;

  private HostCalls(HostCallClock clock) {
    this.clock = clock;
  }

  static HostCalls open(FragmentSpec spec, ProcessingTimeService processingTime) {
    return new HostCalls(new HostCallClock(processingTime, spec.inputs().size()));
  }

  /** Event time of a port advanced, behind the rows that were handed over before. */
  void inputWatermark(int port, long timestamp) {
    clock.watermark(port, timestamp);
  }

  @Override
  public void call(int id, long arrayIn, long schemaIn, long arrayOut, long schemaOut) {
    throw new NativeEngineException(
        "HOST_CALL_UNKNOWN",
        NativeEngineException.ErrorClass.INTERNAL,
        "The operator has no code for host call " + id + ".");
  }

  @Override
  public void close() {}
}
