package io.streamfusion.flink.runtime.operator;

import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** What PROCTIME() and CURRENT_WATERMARK read in a host call. */
final class HostCallClock implements TimerService {

  private final ProcessingTimeService processingTime;
  private final long[] watermarks;
  private final int port;

  /**
   * @param watermarks the last watermark of each port of the fragment
   * @param port the port that feeds the node whose code asks, or {@link HostCall#NO_PORT}
   */
  HostCallClock(ProcessingTimeService processingTime, long[] watermarks, int port) {
    this.processingTime = processingTime;
    this.watermarks = watermarks;
    this.port = port;
  }

  @Override
  public long currentProcessingTime() {
    return processingTime.getCurrentProcessingTime();
  }

  @Override
  public long currentWatermark() {
    if (port == HostCall.NO_PORT) {
      throw new IllegalStateException("A host call was planned as one that reads no watermark.");
    }
    return watermarks[port];
  }

  @Override
  public void registerProcessingTimeTimer(long time) {
    throw new UnsupportedOperationException(UNSUPPORTED_REGISTER_TIMER_MSG);
  }

  @Override
  public void registerEventTimeTimer(long time) {
    throw new UnsupportedOperationException(UNSUPPORTED_REGISTER_TIMER_MSG);
  }

  @Override
  public void deleteProcessingTimeTimer(long time) {
    throw new UnsupportedOperationException(UNSUPPORTED_DELETE_TIMER_MSG);
  }

  @Override
  public void deleteEventTimeTimer(long time) {
    throw new UnsupportedOperationException(UNSUPPORTED_DELETE_TIMER_MSG);
  }
}
