package io.streamfusion.flink.runtime.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where columns meet Java: batches of the engine as rows, and results as columns, both as Arrow C
 * Data. The consumer allocates the structs, which here is always the engine; what a struct holds is
 * released through its producer's callback.
 *
 * <p>{@link #close} fails if a result has not been released by then, so it comes after the fragment
 * was closed.
 */
public final class ArrowBridge implements AutoCloseable {

  private final BufferAllocator allocator = new RootAllocator();

  /**
   * Takes over a struct array whose fields are those of {@code rowType}, at the addresses of its
   * two C structs.
   */
  public ArrowRows importRows(long array, long schema, RowType rowType) {
    return new ArrowRows(allocator, array, schema, rowType);
  }

  /** An empty column of {@code type}, which will take {@code rows} values if nothing fails. */
  public ArrowResult newResult(LogicalType type, int rows) {
    return new ArrowResult(allocator, type, rows);
  }

  /** Bytes of results that have not been released. */
  public long allocatedBytes() {
    return allocator.getAllocatedMemory();
  }

  @Override
  public void close() {
    allocator.close();
  }
}
