package io.streamfusion.flink.runtime.operator;

import java.util.Arrays;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** What PROCTIME() and CURRENT_WATERMARK read in a host call. */
final class HostCallClock implements TimerService {

  private final ProcessingTimeService processingTime;
  private final long[] watermarks;

  HostCallClock(ProcessingTimeService processingTime, int ports) {
    this.processingTime = processingTime;
    this.watermarks = new long[ports];
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  void watermark(int port, long timestamp) {
    watermarks[port] = timestamp;
  }

  @Override
  public long currentProcessingTime() {
    return processingTime.getCurrentProcessingTime();
  }

  @Override
  public long currentWatermark() {
    return Arrays.stream(watermarks).min().orElse(Long.MIN_VALUE);
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
