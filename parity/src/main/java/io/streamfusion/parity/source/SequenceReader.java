package io.streamfusion.parity.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Emits one element per poll, the one with the smallest sequence number among its splits. */
public abstract class SequenceReader implements SourceReader<RowData, SequenceSplit> {
  protected static final long END = Long.MAX_VALUE;

  /** Nothing stands in the way. */
  protected static final CompletableFuture<Void> READY = CompletableFuture.completedFuture(null);

  /** When the first reader of the latest job started to emit; 0 until then. */
  private static final AtomicLong FIRST_POLL_NANOS = new AtomicLong();

  private final CompletableFuture<Void> assigned = new CompletableFuture<>();
  private boolean started;
  private int[] splits = new int[0];
  private long[] positions = new long[0];
  private boolean noMoreSplits;

  /** Whether the next element's obstacle was asked for. */
  private boolean asked;

  /** What has to happen before the next element is emitted. */
  private CompletableFuture<Void> obstacle = READY;

  /** Sets the benchmark's clock back before a job. */
  public static void forgetFirstPoll() {
    FIRST_POLL_NANOS.set(0);
  }

  /** The {@link System#nanoTime} at which the first reader of this JVM's latest job emitted. */
  public static long firstPollNanos() {
    return FIRST_POLL_NANOS.get();
  }

  /** The sequence number of an element, {@link #END} behind the last one. */
  protected abstract long sequence(int split, long position);

  /**
   * What has to happen before an element is emitted, asked for once. It is waited for without
   * blocking: several sources may share a task.
   */
  protected CompletableFuture<Void> obstacle(int split, long position) {
    return READY;
  }

  protected abstract void emit(int split, long position, ReaderOutput<RowData> output);

  @Override
  public void start() {}

  @Override
  public final InputStatus pollNext(ReaderOutput<RowData> output) {
    if (!noMoreSplits || !obstacle.isDone()) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    int next = -1;
    long smallest = END;
    for (int i = 0; i < splits.length; i++) {
      long sequence = sequence(splits[i], positions[i]);
      if (sequence < smallest) {
        smallest = sequence;
        next = i;
      }
    }
    if (next < 0) {
      return InputStatus.END_OF_INPUT;
    }
    if (!asked) {
      asked = true;
      obstacle = obstacle(splits[next], positions[next]);
      if (!obstacle.isDone()) {
        return InputStatus.NOTHING_AVAILABLE;
      }
    }
    asked = false;
    if (!started) {
      started = true;
      FIRST_POLL_NANOS.compareAndSet(0, System.nanoTime());
    }
    emit(splits[next], positions[next]++, output);
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public final List<SequenceSplit> snapshotState(long checkpointId) {
    List<SequenceSplit> state = new ArrayList<>();
    for (int i = 0; i < splits.length; i++) {
      state.add(new SequenceSplit(splits[i], positions[i]));
    }
    return state;
  }

  @Override
  public final CompletableFuture<Void> isAvailable() {
    return noMoreSplits ? obstacle : assigned;
  }

  @Override
  public final void addSplits(List<SequenceSplit> added) {
    List<SequenceSplit> all = new ArrayList<>(snapshotState(0));
    all.addAll(added);
    splits = all.stream().mapToInt(SequenceSplit::index).toArray();
    positions = all.stream().mapToLong(SequenceSplit::position).toArray();
  }

  /** Reading starts only now: with a split missing, the order among the splits would be wrong. */
  @Override
  public final void notifyNoMoreSplits() {
    noMoreSplits = true;
    assigned.complete(null);
  }

  @Override
  public void close() {}
}
