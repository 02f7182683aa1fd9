package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.edge.SlabWriter;
import io.streamfusion.flink.runtime.exchange.FrameRow;
import io.streamfusion.flink.runtime.jni.FlushKind;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.FragmentHandle.Frame;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.OperatorIOMetricGroup;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.clock.RelativeClock;

/**
 * Drives a fragment with what arrives at its Flink operator and emits what comes back.
 *
 * <p>Rows are collected per port and handed over as one batch when the batch is full, before
 * anything that has a place in the order of the stream (a watermark, an idle status, a barrier, a
 * timer, the end of input), and at the latest {@code maxDelayMillis} after the first of them
 * arrived. Behind an exchange, where every sender cuts its rows with its own watermarks, a
 * watermark waits along with the frames before it. So batches change when results leave, by a
 * bounded time, and never what leaves or its order. Runs on the task thread only.
 */
final class FragmentRunner {

  private static final long NO_DEADLINE = Long.MAX_VALUE;
  private static final long CLOSED = Long.MIN_VALUE;

  private final FragmentHandle fragment;
  private final SlabWriter[] writers;
  private final boolean[] takesFrames;

  /** Rows in the frames that wait, per port. */
  private final long[] frameRows;

  private final ProcessingTimeService clock;
  private final RelativeClock inputActivity;
  private final long maxDelayMillis;
  private final HostCalls hostCalls;
  private final Emitter emitter;
  private final Counter recordsIn;
  private final Counter timersFired;

  /** Whether an operator reads the clock: then rows of a batch arrive in one millisecond. */
  private final boolean readsClock;

  /**
   * Whether a watermark waits with the rows before it: there is one port and it takes frames, and
   * nothing looks at the time at which a watermark comes.
   */
  private final boolean watermarksWait;

  /** When the rows that wait arrived, if an operator reads the clock. */
  private long arrivedAt;

  /** The timers of {@link #timersFired} that were counted. */
  private long countedTimers;

  /** Number of ports that hold rows. */
  private int waitingPorts;

  /** When the rows that wait have to be handed over. */
  private long waitingUntil;

  /** Whether a timer will look at {@link #waitingUntil}; timers are not cancelled, they look. */
  private boolean delayTimerSet;

  /** The earliest processing time for which the engine's timer is registered. */
  private long engineTimerAt = NO_DEADLINE;

  FragmentRunner(
      FragmentHandle fragment,
      List<FragmentInput> inputs,
      HostCalls hostCalls,
      Output<StreamRecord<RowData>> output,
      OperatorIOMetricGroup records,
      Counter timersFired,
      ProcessingTimeService clock,
      RelativeClock inputActivity,
      long maxDelayMillis) {
    this.fragment = fragment;
    this.writers = new SlabWriter[inputs.size()];
    this.takesFrames = new boolean[inputs.size()];
    this.frameRows = new long[inputs.size()];
    for (int port = 0; port < writers.length; port++) {
      writers[port] = fragment.writer(port);
      takesFrames[port] = inputs.get(port).kind() == EdgeKind.FRAMES;
    }
    this.hostCalls = hostCalls;
    this.emitter = new Emitter(output, records.getNumRecordsOutCounter());
    this.recordsIn = records.getNumRecordsInCounter();
    this.timersFired = timersFired;
    this.readsClock = fragment.readsProcessingTime();
    this.watermarksWait =
        takesFrames.length == 1 && takesFrames[0] && hostCalls.isEmpty() && !readsClock;
    this.clock = clock;
    this.inputActivity = inputActivity;
    this.maxDelayMillis = maxDelayMillis;
  }

  /** Asks for the timers that operators want from the start. */
  void start() {
    armEngineTimer();
  }

  void element(int port, RowData row) throws Exception {
    if (readsClock) {
      long now = clock.getCurrentProcessingTime();
      if (now != arrivedAt) {
        pushWaiting();
        arrivedAt = now;
      }
    }
    SlabWriter writer = writers[port];
    boolean full;
    try {
      if (takesFrames[port]) {
        int rows = FrameRow.rows(row);
        frameRows[port] += rows;
        // A batch of the sender is spread over its readers: parts wait until they make a whole one.
        full = writer.writeFrame(FrameRow.frame(row)) || frameRows[port] >= writer.capacityRows();
        // Flink has counted the frame as one record.
        recordsIn.inc(rows - 1);
      } else {
        full = writer.write(row);
      }
    } catch (RuntimeException e) {
      // The rows in front of one that cannot cross still leave, as they would without batches; if
      // one of them fails, its error is the first.
      pushWaiting();
      throw e;
    }
    if (writer.rows() == 1) {
      firstRowWaits();
    }
    if (full) {
      push(port);
    }
  }

  void watermark(int port, long timestamp) throws Exception {
    if (watermarksWait && waitingPorts > 0) {
      if (writers[port].writeWatermark(timestamp)) {
        push(port);
      }
      return;
    }
    pushWaiting();
    hostCalls.inputWatermark(port, timestamp);
    tellTime();
    fragment.watermark(port, timestamp, emitter);
    countTimers();
    armEngineTimer();
  }

  void status(int port, boolean active) throws Exception {
    pushWaiting();
    tellTime();
    fragment.status(port, active, emitter);
    armEngineTimer();
  }

  /** Before a barrier is passed on: nothing that arrived before it may leave after it. */
  void beforeBarrier() throws Exception {
    pushWaiting();
    tellTime();
    fragment.flush(FlushKind.BARRIER, emitter);
    armEngineTimer();
  }

  void endOfInput() throws Exception {
    pushWaiting();
    tellTime();
    fragment.flush(FlushKind.END_OF_INPUT, emitter);
    countTimers();
  }

  /** Lets timers that are still registered find nothing to do once the fragment is freed. */
  void close() {
    waitingPorts = 0;
    engineTimerAt = CLOSED;
  }

  /** Hands over all rows that wait. */
  void pushWaiting() throws Exception {
    for (int port = 0; waitingPorts > 0; port++) {
      if (writers[port].rows() > 0) {
        push(port);
      }
    }
  }

  private void push(int port) throws Exception {
    waitingPorts--;
    frameRows[port] = 0;
    if (readsClock) {
      if (fragment.deadline() < arrivedAt) {
        // Flink fires a timer before rows of a later millisecond.
        fireTimers(arrivedAt - 1);
      }
      fragment.processingTime(arrivedAt);
    }
    fragment.push(port, emitter);
    countTimers();
    armEngineTimer();
  }

  private void tellTime() {
    if (readsClock) {
      fragment.processingTime(clock.getCurrentProcessingTime());
    }
  }

  private void fireTimers(long now) throws Exception {
    fragment.processingTime(now);
    fragment.timer(now, inputActivity.relativeTimeMillis(), emitter);
    countTimers();
  }

  private void countTimers() {
    long fired = fragment.timersFired();
    timersFired.inc(fired - countedTimers);
    countedTimers = fired;
  }

  private void firstRowWaits() {
    waitingPorts++;
    if (waitingPorts > 1) {
      // Another port's rows wait for longer; all of them are handed over together.
      return;
    }
    waitingUntil = clock.getCurrentProcessingTime() + maxDelayMillis;
    if (!delayTimerSet) {
      delayTimerSet = true;
      clock.registerTimer(waitingUntil, timestamp -> onDelayTimer());
    }
  }

  private void onDelayTimer() throws Exception {
    delayTimerSet = false;
    if (waitingPorts == 0) {
      return;
    }
    if (waitingUntil <= clock.getCurrentProcessingTime()) {
      pushWaiting();
    } else {
      delayTimerSet = true;
      clock.registerTimer(waitingUntil, timestamp -> onDelayTimer());
    }
  }

  private void armEngineTimer() {
    long deadline = fragment.deadline();
    if (deadline < engineTimerAt) {
      engineTimerAt = deadline;
      clock.registerTimer(deadline, this::onEngineTimer);
    }
  }

  private void onEngineTimer(long timestamp) throws Exception {
    if (engineTimerAt == CLOSED) {
      return;
    }
    if (timestamp == engineTimerAt) {
      engineTimerAt = NO_DEADLINE;
    }
    long now = clock.getCurrentProcessingTime();
    if (fragment.deadline() <= now) {
      // A timer sees the rows that arrived before it.
      pushWaiting();
      fireTimers(now);
    }
    armEngineTimer();
  }

  /** Passes the fragment's events on, in their order. */
  private static final class Emitter implements FragmentHandle.EventHandler {

    private final Output<StreamRecord<RowData>> output;

    /** Never has a timestamp, as the record that stock Flink's Calc and Correlate emit. */
    private final StreamRecord<RowData> record = new StreamRecord<>(null);

    private final Counter recordsOut;

    Emitter(Output<StreamRecord<RowData>> output, Counter recordsOut) {
      this.output = output;
      this.recordsOut = recordsOut;
    }

    @Override
    public void row(int ordinal, RowData row) {
      output.collect(record.replace(row));
    }

    @Override
    public void watermark(int ordinal, long timestamp) {
      output.emitWatermark(new Watermark(timestamp));
    }

    @Override
    public void status(int ordinal, boolean active) {
      output.emitWatermarkStatus(active ? WatermarkStatus.ACTIVE : WatermarkStatus.IDLE);
    }

    @Override
    public void frame(int ordinal, Frame frame) {
      output.collect(record.replace(FrameRow.of(frame)));
      recordsOut.inc(frame.rows() - 1);
    }
  }
}
