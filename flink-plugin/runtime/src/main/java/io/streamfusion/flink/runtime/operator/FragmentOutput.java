package io.streamfusion.flink.runtime.operator;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.table.types.logical.RowType;

/**
 * The output of a fragment.
 *
 * @param kind what leaves
 * @param rowType type of the rows that leave, as such or in frames
 */
public record FragmentOutput(EdgeKind kind, RowType rowType) implements Serializable {

  public FragmentOutput {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(rowType);
  }
}
