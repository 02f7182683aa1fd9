package io.streamfusion.parity.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * A bounded source over a fixed number of splits whose elements carry a sequence number. A reader
 * emits the elements of all its splits in sequence order, so parallelism 1 always sees one and the
 * same order.
 */
public abstract class SequenceSource
    implements Source<RowData, SequenceSplit, List<SequenceSplit>> {
  private static final long serialVersionUID = 1L;

  private final int splits;

  protected SequenceSource(int splits) {
    if (splits <= 0) {
      throw new IllegalArgumentException("splits must be positive: " + splits);
    }
    this.splits = splits;
  }

  protected final int splits() {
    return splits;
  }

  @Override
  public final Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public final SplitEnumerator<SequenceSplit, List<SequenceSplit>> createEnumerator(
      SplitEnumeratorContext<SequenceSplit> context) {
    List<SequenceSplit> all = new ArrayList<>();
    for (int i = 0; i < splits; i++) {
      all.add(new SequenceSplit(i, 0));
    }
    return new SequenceEnumerator(context, all);
  }

  @Override
  public final SplitEnumerator<SequenceSplit, List<SequenceSplit>> restoreEnumerator(
      SplitEnumeratorContext<SequenceSplit> context, List<SequenceSplit> unassigned) {
    return new SequenceEnumerator(context, unassigned);
  }

  @Override
  public final SimpleVersionedSerializer<SequenceSplit> getSplitSerializer() {
    return new SequenceSplitSerializer();
  }

  @Override
  public final SimpleVersionedSerializer<List<SequenceSplit>> getEnumeratorCheckpointSerializer() {
    return new SequenceEnumerator.StateSerializer();
  }
}
