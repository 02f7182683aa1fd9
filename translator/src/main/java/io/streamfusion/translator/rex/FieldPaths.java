package io.streamfusion.translator.rex;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;

/** Sets of paths. */
public final class FieldPaths {
  private FieldPaths() {}

  /** Every path that an expression reads, the deepest access each time. */
  public static SortedSet<FieldPath> readBy(RexNode node) {
    SortedSet<FieldPath> paths = new TreeSet<>();
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef ref) {
            paths.add(FieldPath.ofColumn(ref.getIndex()));
            return null;
          }

          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            FieldPath.of(access).ifPresentOrElse(paths::add, () -> super.visitFieldAccess(access));
            return null;
          }
        });
    return paths;
  }

  /** Every path that one of the expressions reads. */
  public static SortedSet<FieldPath> readBy(Collection<? extends RexNode> nodes) {
    SortedSet<FieldPath> paths = new TreeSet<>();
    nodes.forEach(node -> paths.addAll(readBy(node)));
    return paths;
  }

  /** All columns of a row. */
  public static SortedSet<FieldPath> allColumns(RelDataType rowType) {
    SortedSet<FieldPath> paths = new TreeSet<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      paths.add(FieldPath.ofColumn(i));
    }
    return paths;
  }

  /** The set without paths that lie inside another path of the set: a row that is needed whole. */
  public static SortedSet<FieldPath> withoutDescendants(Collection<FieldPath> paths) {
    SortedSet<FieldPath> kept = new TreeSet<>();
    // A prefix sorts right before its descendants.
    for (FieldPath path : new TreeSet<>(paths)) {
      if (kept.isEmpty() || !path.startsWith(kept.last())) {
        kept.add(path);
      }
    }
    return kept;
  }
}
