package io.streamfusion.parity.nexmark.replay;

import io.streamfusion.parity.nexmark.NexmarkOptions;
import io.streamfusion.parity.source.SequenceReader;
import io.streamfusion.parity.source.SequenceSource;
import io.streamfusion.parity.source.SequenceSplit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Replays generated events from memory; event k belongs to split k mod splits. */
public final class ReplaySource extends SequenceSource {
  private static final long serialVersionUID = 1L;

  private final long seed;
  private final long baseTimeMillis;
  private final int rate;
  private final long events;

  public ReplaySource(NexmarkOptions options, long events, int splits) {
    super(splits);
    this.seed = options.seed();
    this.baseTimeMillis = options.baseTimeMillis();
    this.rate = options.rate();
    this.events = events;
  }

  @Override
  public SourceReader<RowData, SequenceSplit> createReader(SourceReaderContext context) {
    EventStore store =
        EventStore.of(new NexmarkOptions(seed, baseTimeMillis, rate), events, splits());
    return new Reader(store, splits());
  }

  private static final class Reader extends SequenceReader {
    private final EventStore store;
    private final int splits;
    private final BinaryRowData row = new BinaryRowData(4);

    Reader(EventStore store, int splits) {
      this.store = store;
      this.splits = splits;
    }

    @Override
    protected long sequence(int split, long position) {
      long k = position * splits + split;
      return k < store.events() ? k : END;
    }

    @Override
    protected void emit(int split, long position, ReaderOutput<RowData> output) {
      store.read(split, position, row);
      output.collect(row);
    }
  }
}
