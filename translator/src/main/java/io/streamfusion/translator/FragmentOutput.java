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

  /** Where rows go. */
  enum Distribution {
    /** They stay in the task. */
    FORWARD,
    /** All go to one task. */
    SINGLE,
    /** Each goes to the task that has the key group of its key. */
    HASH
  }

  /**
   * Columnar frames for other fragments.
   *
   * @param rel the shared node, or the exchange
   * @param distribution which of the readers' tasks get a row
   * @param readers the fragments that read it, ascending
   */
  record Frames(RelNode rel, Distribution distribution, List<Integer> readers)
      implements FragmentOutput {
    public Frames {
      readers = List.copyOf(readers);
    }
  }
}
