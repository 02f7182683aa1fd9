package io.streamfusion.flink.runtime.arrow;

import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A column of results, filled value by value and then handed to the engine. */
public final class ArrowResult implements AutoCloseable {

  private final BufferAllocator allocator;
  private final FieldVector vector;
  private final ColumnWriter writer;
  private final RowData.FieldGetter[] rowFields;
  private final RowData.FieldGetter field;
  private int size;

  ArrowResult(BufferAllocator allocator, LogicalType type, int rows) {
    this.allocator = allocator;
    this.field = RowData.createFieldGetter(type, 0);
    this.rowFields = type instanceof RowType rowType ? ColumnWriter.getters(rowType) : null;
    this.vector = ArrowTypes.field("result", type).createVector(allocator);
    this.writer = ColumnWriter.of(type, vector);
    vector.setInitialCapacity(rows);
    try {
      vector.allocateNew();
    } catch (RuntimeException e) {
      vector.close();
      throw e;
    }
  }

  /** Appends the first field of a row. */
  public void addFirstField(RowData row) {
    writer.write(size, field.getFieldOrNull(row));
    size++;
  }

  /** Appends a row itself, as a value of a ROW type. */
  public void addRow(RowData row) {
    ((StructVector) vector).setIndexDefined(size);
    for (int i = 0; i < rowFields.length; i++) {
      writer.child(i).write(size, rowFields[i].getFieldOrNull(row));
    }
    size++;
  }

  /** Hands what was added to the engine, at the addresses of the two C structs to fill. */
  public void export(long array, long schema) {
    vector.setValueCount(size);
    Data.exportVector(allocator, vector, null, ArrowArray.wrap(array), ArrowSchema.wrap(schema));
  }

  /** Lets go of the values; the engine holds those that were exported. */
  @Override
  public void close() {
    vector.close();
  }
}
