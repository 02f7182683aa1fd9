package io.streamfusion.flink.runtime.edge;

/** The memory that a {@link SlabWriter} fills: one buffer per buffer of the layout. */
public interface SlabMemory {

  /** Rows that fit into the buffers of columns before they have to grow. */
  int capacityRows();

  long address(int buffer);

  /** Capacity of a buffer in bytes. */
  long capacity(int buffer);

  /** Makes a buffer at least {@code minBytes} long, keeping its content; it may move. */
  void grow(int buffer, long minBytes);

  /** Publishes what was written: the number of rows, whether row kinds were written. */
  void finish(int rows, boolean rowKinds);

  /** Publishes the null count and the rows of one field, before {@link #finish}. */
  void finishField(int field, int nullCount, int rows);
}
