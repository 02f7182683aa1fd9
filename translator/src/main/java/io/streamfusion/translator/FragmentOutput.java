package io.streamfusion.translator;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.types.logical.RowType;

/** What leaves a fragment; every fragment has one output. */
public sealed interface FragmentOutput {

  /**
   * Rows for a Flink operator: the fragment's top node has the row type that Flink planned.
   *
   * @param rel the native node whose rows leave
   * @param rowType the type of the rows
   * @param insertOnly whether only insertions leave
   */
  record HostRows(RelNode rel, RowType rowType, boolean insertOnly) implements FragmentOutput {}

  /**
   * Columnar frames for other fragments.
   *
   * @param rel the shared node
   * @param readers the fragments that read it, ascending
   */
  record Frames(RelNode rel, List<Integer> readers) implements FragmentOutput {
    public Frames {
      readers = List.copyOf(readers);
    }
  }
}
