package io.streamfusion.translator.rex;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;

/**
 * The columns that really travel for a node whose Flink row type may hold more: column <i>i</i>
 * carries the field at {@code columns.get(i).path()} of that row type.
 *
 * @param rowType the node's row type in Flink's plan
 * @param columns what travels, no column inside another
 */
public record ColumnLayout(RelDataType rowType, List<Column> columns) {
  public ColumnLayout {
    columns = List.copyOf(columns);
  }

  /** One column that travels. */
  public record Column(FieldPath path, String name, RelDataType type) {}

  /** Where a path is found: a column and the remaining steps into it. */
  public record Reference(int column, List<Integer> steps) {}

  public static ColumnLayout of(
      RexBuilder builder, RelDataType rowType, Collection<FieldPath> paths) {
    List<Column> columns = new ArrayList<>();
    for (FieldPath path : paths) {
      columns.add(new Column(path, path.name(rowType), path.toRex(builder, rowType).getType()));
    }
    return new ColumnLayout(rowType, columns);
  }

  /** The layout of Flink's row as it is. */
  public static ColumnLayout whole(RexBuilder builder, RelDataType rowType) {
    return of(builder, rowType, FieldPaths.allColumns(rowType));
  }

  public Optional<Reference> find(FieldPath path) {
    for (int i = 0; i < columns.size(); i++) {
      FieldPath column = columns.get(i).path();
      if (path.startsWith(column)) {
        List<Integer> positions = path.positions();
        return Optional.of(
            new Reference(i, positions.subList(column.positions().size(), positions.size())));
      }
    }
    return Optional.empty();
  }

  /** Only the columns that some paths are found in. */
  public ColumnLayout restrictedTo(Collection<FieldPath> paths) {
    SortedSet<Integer> found = new TreeSet<>();
    for (FieldPath path : paths) {
      find(path).ifPresent(reference -> found.add(reference.column()));
    }
    return new ColumnLayout(rowType, found.stream().map(columns::get).toList());
  }

  public List<FieldPath> paths() {
    return columns.stream().map(Column::path).toList();
  }
}
