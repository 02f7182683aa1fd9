package io.streamfusion.parity.bench;

import io.streamfusion.parity.source.SequenceSource;
import io.streamfusion.parity.source.SequenceSplit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/**
 * Rows of one BIGINT, at a fixed rate: the {@link System#nanoTime} at which the row left. Between
 * rows the task is idle, as it is behind a source that waits for its system.
 */
final class PacedSource extends SequenceSource {
  private static final long serialVersionUID = 1L;

  private final int rows;
  private final long nanosBetweenRows;

  PacedSource(int rows, int rowsPerSecond) {
    super(1);
    this.rows = rows;
    this.nanosBetweenRows = TimeUnit.SECONDS.toNanos(1) / rowsPerSecond;
  }

  @Override
  public SourceReader<RowData, SequenceSplit> createReader(SourceReaderContext context) {
    return new Reader(rows, nanosBetweenRows);
  }

  private static final class Reader implements SourceReader<RowData, SequenceSplit> {
    private final int rows;
    private final long nanosBetweenRows;
    private final CompletableFuture<Void> assigned = new CompletableFuture<>();
    private final ScheduledExecutorService pacer = Executors.newSingleThreadScheduledExecutor();
    private int emitted;
    private long next;

    Reader(int rows, long nanosBetweenRows) {
      this.rows = rows;
      this.nanosBetweenRows = nanosBetweenRows;
    }

    @Override
    public void start() {
      next = System.nanoTime();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) {
      if (!assigned.isDone()) {
        return InputStatus.NOTHING_AVAILABLE;
      }
      if (emitted == rows) {
        return InputStatus.END_OF_INPUT;
      }
      long now = System.nanoTime();
      if (now >= next) {
        output.collect(GenericRowData.of(now));
        emitted++;
        next += nanosBetweenRows;
      }
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      if (!assigned.isDone()) {
        return assigned;
      }
      CompletableFuture<Void> due = new CompletableFuture<>();
      long wait = Math.max(0, next - System.nanoTime());
      pacer.schedule(() -> due.complete(null), wait, TimeUnit.NANOSECONDS);
      return due;
    }

    @Override
    public List<SequenceSplit> snapshotState(long checkpointId) {
      throw new UnsupportedOperationException("the benchmark takes no checkpoints");
    }

    @Override
    public void addSplits(List<SequenceSplit> splits) {
      next = System.nanoTime();
      assigned.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
      pacer.shutdownNow();
    }
  }
}
