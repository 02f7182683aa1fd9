package io.streamfusion.flink.runtime.testing;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;

/**
 * What the engine's test operator with timers ({@code sf_testing::timers}) does, in stock Flink.
 *
 * <pre>
 *   in   key, command, time   0, 1: register, delete an event-time timer; 2, 3: of processing time;
 *                             4: register a processing-time timer that much later than now
 *   out  key, 0 in event and 1 in processing time, time of the timer, how many of the key fired
 * </pre>
 *
 * A timer whose time is 5 modulo 10 registers one 2 later, at 6 it deletes the one 1 later, and at
 * 8 the first of a key registers itself once more.
 */
public final class TimedFunction extends KeyedProcessFunction<RowData, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  public static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BigIntType(), new BigIntType()});
  public static final RowType OUTPUT =
      RowType.of(
          new LogicalType[] {
            new BigIntType(), new BigIntType(), new BigIntType(), new BigIntType()
          });
  public static final RowType KEY = RowType.of(new LogicalType[] {new BigIntType()});

  public static final long REGISTER_EVENT = 0;
  public static final long DELETE_EVENT = 1;
  public static final long REGISTER_PROCESSING = 2;
  public static final long DELETE_PROCESSING = 3;
  public static final long REGISTER_PROCESSING_LATER = 4;

  private transient ValueState<Long> fired;

  @Override
  public void open(OpenContext context) throws Exception {
    fired = getRuntimeContext().getState(new ValueStateDescriptor<>("fired", Types.LONG));
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out) {
    TimerService timers = context.timerService();
    long time = row.getLong(2);
    switch ((int) row.getLong(1)) {
      case (int) REGISTER_EVENT -> timers.registerEventTimeTimer(time);
      case (int) DELETE_EVENT -> timers.deleteEventTimeTimer(time);
      case (int) REGISTER_PROCESSING -> timers.registerProcessingTimeTimer(time);
      case (int) REGISTER_PROCESSING_LATER ->
          timers.registerProcessingTimeTimer(timers.currentProcessingTime() + time);
      default -> timers.deleteProcessingTimeTimer(time);
    }
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<RowData> out) throws Exception {
    long count = (fired.value() == null ? 0 : fired.value()) + 1;
    fired.update(count);
    boolean event = context.timeDomain() == TimeDomain.EVENT_TIME;
    TimerService timers = context.timerService();
    switch ((int) Math.floorMod(time, 10L)) {
      case 5 -> register(timers, event, time + 2);
      case 6 -> delete(timers, event, time + 1);
      case 8 -> {
        if (count == 1) {
          register(timers, event, time);
        }
      }
      default -> {}
    }
    long key = context.getCurrentKey().getLong(0);
    out.collect(GenericRowData.of(key, event ? 0L : 1L, time, count));
  }

  private static void register(TimerService timers, boolean event, long time) {
    if (event) {
      timers.registerEventTimeTimer(time);
    } else {
      timers.registerProcessingTimeTimer(time);
    }
  }

  private static void delete(TimerService timers, boolean event, long time) {
    if (event) {
      timers.deleteEventTimeTimer(time);
    } else {
      timers.deleteProcessingTimeTimer(time);
    }
  }

  /** The first column in the binary form that the engine hashes too. */
  public static final class Key implements KeySelector<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData getKey(RowData row) {
      return new RowDataSerializer(KEY).toBinaryRow(GenericRowData.of(row.getLong(0)));
    }
  }
}
