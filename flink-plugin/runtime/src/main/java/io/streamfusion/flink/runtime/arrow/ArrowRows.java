package io.streamfusion.flink.runtime.arrow;

import io.streamfusion.flink.runtime.edge.ColumnarRows;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** An imported batch, read in place through one reused row. */
public final class ArrowRows implements AutoCloseable {

  private final ArrowArray array;
  private final ArrowSchema schema;
  private final int rows;
  private final ArrowBuf entries;
  private final ColumnarRows view;

  ArrowRows(BufferAllocator allocator, long array, long schema, RowType rowType) {
    this.array = ArrowArray.wrap(array);
    this.schema = ArrowSchema.wrap(schema);
    this.rows = Math.toIntExact(CArray.length(array));
    this.entries = allocator.buffer(CArray.entryBytes(rowType));
    this.view = new ColumnarRows(rowType);
    CArray.writeEntries(array, rowType, entries.memoryAddress());
    view.bind(entries.memoryAddress(), 0, 0);
  }

  public int rows() {
    return rows;
  }

  /** A row; the object is reused and valid until the next call. */
  public RowData row(int index) {
    return view.row(index);
  }

  /** Releases the batch through the engine's callback. */
  @Override
  public void close() {
    entries.close();
    array.release();
    schema.release();
  }
}
