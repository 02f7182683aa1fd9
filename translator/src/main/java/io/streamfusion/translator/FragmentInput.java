package io.streamfusion.translator;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.types.logical.RowType;

/** One input port of a fragment. */
public sealed interface FragmentInput {
  /** The engine's port. */
  int port();

  /**
   * Rows of a Flink operator.
   *
   * @param port the engine's port
   * @param rel the node whose rows enter; it stays a Flink operator
   * @param rowType the type of its rows
   * @param paths for each column of the slab, the path of field positions in {@code rowType}
   * @param names for each column of the slab its name, such as {@code bid.auction}
   * @param insertOnly whether only insertions come, so that no row kinds are written
   */
  record HostRows(
      int port,
      RelNode rel,
      RowType rowType,
      List<List<Integer>> paths,
      List<String> names,
      boolean insertOnly)
      implements FragmentInput {
    public HostRows {
      paths = paths.stream().map(List::copyOf).toList();
      names = List.copyOf(names);
    }
  }

  /**
   * Columnar frames of another fragment.
   *
   * @param port the engine's port
   * @param fragment the ordinal of the fragment that is read
   */
  record Frames(int port, int fragment) implements FragmentInput {}
}
