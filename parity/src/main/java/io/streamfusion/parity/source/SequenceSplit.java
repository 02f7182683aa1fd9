package io.streamfusion.parity.source;

import org.apache.flink.api.connector.source.SourceSplit;

/**
 * One split of a {@link SequenceSource}.
 *
 * @param index the number of the split
 * @param position how many of its elements were emitted
 */
public record SequenceSplit(int index, long position) implements SourceSplit {
  @Override
  public String splitId() {
    return Integer.toString(index);
  }
}
