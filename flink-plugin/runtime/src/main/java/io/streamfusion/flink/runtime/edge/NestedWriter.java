package io.streamfusion.flink.runtime.edge;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.data.binary.BinaryMapData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySection;
import org.apache.flink.table.data.binary.NestedRowData;

/**
 * Writes rows, arrays and maps of any class, at the top or inside another value, by handing them to
 * the writer of their class.
 */
final class NestedWriter {

  final BinaryRowWriter binary;
  final ObjectWriter objects;
  final GetterWriter getters;
  private final CellWriter cells;

  NestedWriter(CellWriter cells) {
    this.cells = cells;
    this.binary = new BinaryRowWriter(cells);
    this.objects = new ObjectWriter(cells, this);
    this.getters = new GetterWriter(cells, this);
  }

  void writeRow(SlabColumn[] columns, int n, RowData row) {
    if (row instanceof GenericRowData) {
      objects.write(columns, n, (GenericRowData) row);
    } else if (row instanceof BinaryRowData || row instanceof NestedRowData) {
      writeSection(columns, n, (BinarySection) row, row);
    } else {
      getters.write(columns, n, row);
    }
  }

  /** Writes a row in the binary layout, {@code section} and {@code row} being the same object. */
  void writeSection(SlabColumn[] columns, int n, BinarySection section, RowData row) {
    MemorySegment[] segments = section.getSegments();
    if (segments.length == 1) {
      MemorySegment segment = segments[0];
      long start = CellWriter.offset(segment, section);
      binary.write(columns, n, CellWriter.base(segment), start, row.getArity());
    } else {
      getters.write(columns, n, row);
    }
  }

  void writeObject(SlabColumn column, int n, Object value) {
    objects.writeValue(column, n, value);
  }

  /** Follows a column's path below the row field that it starts with, which is not NULL. */
  void writePath(SlabColumn column, int n, RowData row) {
    int[] path = column.path;
    RowData current = row;
    for (int i = 1; i < path.length; i++) {
      if (current.isNullAt(path[i])) {
        column.setNull(cells.memory, n);
        return;
      }
      if (i == path.length - 1) {
        writeLastOfPath(column, n, current, path[i], column.pathArities[i]);
        return;
      }
      current = current.getRow(path[i], column.pathArities[i + 1]);
    }
  }

  private void writeLastOfPath(SlabColumn column, int n, RowData row, int position, int arity) {
    if (row instanceof GenericRowData) {
      objects.writeValue(column, n, ((GenericRowData) row).getField(position));
      return;
    }
    if (row instanceof BinaryRowData || row instanceof NestedRowData) {
      BinarySection section = (BinarySection) row;
      MemorySegment[] segments = section.getSegments();
      if (segments.length == 1) {
        MemorySegment segment = segments[0];
        long start = CellWriter.offset(segment, section);
        long field = start + BinaryRowData.calculateBitSetWidthInBytes(arity) + 8L * position;
        binary.writeValue(column, n, CellWriter.base(segment), start, field);
        return;
      }
    }
    getters.writeValue(column, n, row, position);
  }

  void writeArray(SlabColumn column, int n, ArrayData array) {
    int size = writeElements(column.children[0], column.end, array);
    cells.endCollection(column, n, size);
  }

  void writeMap(SlabColumn column, int n, MapData map) {
    if (map instanceof BinaryMapData && ((BinarySection) map).getSegments().length == 1) {
      BinarySection section = (BinarySection) map;
      MemorySegment segment = section.getSegments()[0];
      long start = CellWriter.offset(segment, section);
      binary.writeMap(column, n, CellWriter.base(segment), start);
      return;
    }
    int size = writeElements(column.children[0], column.end, map.keyArray());
    writeElements(column.children[1], column.end, map.valueArray());
    cells.endCollection(column, n, size);
  }

  /** Appends elements after row {@code start} of a collection's child and returns their number. */
  private int writeElements(SlabColumn element, int start, ArrayData array) {
    if (array instanceof BinaryArrayData && ((BinarySection) array).getSegments().length == 1) {
      BinarySection section = (BinarySection) array;
      MemorySegment segment = section.getSegments()[0];
      long offset = CellWriter.offset(segment, section);
      return binary.writeElements(element, start, CellWriter.base(segment), offset);
    }
    int size = array.size();
    cells.reserve(element, start, size);
    for (int i = 0; i < size; i++) {
      if (array.isNullAt(i)) {
        element.setNull(cells.memory, start + i);
      } else {
        Object value = element.elementGetter.getElementOrNull(array, i);
        objects.writeValue(element, start + i, value);
      }
    }
    return size;
  }
}
