package io.streamfusion.parity.source;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Binary rows {@code (k BIGINT, v BIGINT)} with keys drawn uniformly; row n belongs to split n mod
 * splits. A row is made in place from its number, which costs no more than reading it from memory.
 */
final class KeyedReplaySource extends SequenceSource {
  private static final long serialVersionUID = 1L;

  private final long events;
  private final long keys;

  KeyedReplaySource(long events, long keys, int splits) {
    super(splits);
    this.events = events;
    this.keys = keys;
  }

  @Override
  public SourceReader<RowData, SequenceSplit> createReader(SourceReaderContext context) {
    return new Reader(events, keys, splits());
  }

  private static final class Reader extends SequenceReader {
    private static final int ARITY = 2;

    private final long events;
    private final long keys;
    private final int splits;
    private final BinaryRowData row = new BinaryRowData(ARITY);

    Reader(long events, long keys, int splits) {
      this.events = events;
      this.keys = keys;
      this.splits = splits;
      int bytes = BinaryRowData.calculateFixPartSizeInBytes(ARITY);
      row.pointTo(MemorySegmentFactory.wrap(new byte[bytes]), 0, bytes);
    }

    @Override
    protected long sequence(int split, long position) {
      long n = position * splits + split;
      return n < events ? n : END;
    }

    @Override
    protected void emit(int split, long position, ReaderOutput<RowData> output) {
      long n = position * splits + split;
      long random = mixed(n);
      row.setLong(0, Math.floorMod(random, keys));
      row.setLong(1, random >>> 44);
      output.collect(row);
    }

    /** SplitMix64: a bijection without visible pattern. */
    private static long mixed(long n) {
      long z = (n + 1) * 0x9E3779B97F4A7C15L;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }
}
