package io.streamfusion.translator.rex;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * The position of a column or of a field inside nested rows: {@code [3, 0]} is the first field of
 * the fourth column.
 */
public record FieldPath(List<Integer> positions) implements Comparable<FieldPath> {
  public FieldPath {
    positions = List.copyOf(positions);
    if (positions.isEmpty()) {
      throw new IllegalArgumentException("A path has at least one position");
    }
  }

  public static FieldPath ofColumn(int index) {
    return new FieldPath(List.of(index));
  }

  /** The path that an expression reads, if it is nothing but field access on an input column. */
  public static Optional<FieldPath> of(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return Optional.of(ofColumn(ref.getIndex()));
    }
    if (node instanceof RexFieldAccess access) {
      return of(access.getReferenceExpr())
          .map(parent -> parent.child(access.getField().getIndex()));
    }
    return Optional.empty();
  }

  public int column() {
    return positions.get(0);
  }

  public FieldPath child(int index) {
    List<Integer> child = new ArrayList<>(positions);
    child.add(index);
    return new FieldPath(child);
  }

  /** This path's steps after its first one, taken from another start. */
  public FieldPath rebase(FieldPath newStart) {
    List<Integer> rebased = new ArrayList<>(newStart.positions);
    rebased.addAll(positions.subList(1, positions.size()));
    return new FieldPath(rebased);
  }

  public boolean startsWith(FieldPath prefix) {
    int length = prefix.positions.size();
    return positions.size() >= length && positions.subList(0, length).equals(prefix.positions);
  }

  /** The same nested field with all columns shifted. */
  public FieldPath shift(int offset) {
    List<Integer> shifted = new ArrayList<>(positions);
    shifted.set(0, shifted.get(0) + offset);
    return new FieldPath(shifted);
  }

  /** Names joined by dots, such as {@code bid.auction}. */
  public String name(RelDataType rowType) {
    StringBuilder name = new StringBuilder();
    RelDataType current = rowType;
    for (int position : positions) {
      RelDataTypeField field = current.getFieldList().get(position);
      name.append(name.length() == 0 ? "" : ".").append(field.getName());
      current = field.getType();
    }
    return name.toString();
  }

  /** The path as an expression over a row, with Flink's rule for nullability of nested fields. */
  public RexNode toRex(RexBuilder builder, RelDataType rowType) {
    RexNode node = builder.makeInputRef(rowType.getFieldList().get(column()).getType(), column());
    for (int position : positions.subList(1, positions.size())) {
      node = builder.makeFieldAccess(node, position);
    }
    return node;
  }

  @Override
  public int compareTo(FieldPath other) {
    int common = Math.min(positions.size(), other.positions.size());
    for (int i = 0; i < common; i++) {
      int order = Integer.compare(positions.get(i), other.positions.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(positions.size(), other.positions.size());
  }
}
