package io.streamfusion.flink.runtime.operator;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.table.types.logical.RowType;

/**
 * One input port of a fragment.
 *
 * @param kind what arrives; the other components only matter for rows
 * @param rowType type of the rows that arrive
 * @param paths what the fragment reads of a row, in the order of the port's columns: field indices
 *     from the row down, so {@code {2}} is the third field and {@code {2, 0}} the first field of
 *     the row in it
 * @param insertOnly whether every row that arrives is an insert, so that row kinds do not cross
 */
public record FragmentInput(EdgeKind kind, RowType rowType, int[][] paths, boolean insertOnly)
    implements Serializable {

  public FragmentInput {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(rowType);
    Objects.requireNonNull(paths);
  }

  /** A port that receives rows of a Flink operator. */
  public static FragmentInput rows(RowType rowType, int[][] paths, boolean insertOnly) {
    return new FragmentInput(EdgeKind.ROWS, rowType, paths, insertOnly);
  }

  /** A port that receives what another fragment with rows of {@code rowType} sends. */
  public static FragmentInput frames(RowType rowType) {
    return new FragmentInput(EdgeKind.FRAMES, rowType, new int[0][], false);
  }
}
