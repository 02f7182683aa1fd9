package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Writes rows into a column slab.
 *
 * <p>Each row is looked at once: its class decides between reading objects ({@link
 * GenericRowData}), reading raw memory (binary rows and what lies inside them) and calling getters
 * (every other row). The two final classes are what operators exchange. A row is neither kept nor
 * changed: text that is held as a {@link String} is encoded without materializing it in the row.
 */
public final class SlabWriter {

  private static final byte[] NO_FRAME = {};

  private final SlabMemory memory;
  private final SlabColumn[] columns;
  private final CellWriter cells;
  private final NestedWriter values;
  private final boolean insertOnly;
  private final long batchBytes;
  private final int fixedBytesPerRow;

  private long kinds;
  private int capacityRows;
  private int rows;

  /**
   * @param insertOnly whether all rows are insertions, so that no row kinds are written
   * @param batchBytes size at which a batch is handed over
   */
  public SlabWriter(SlabLayout layout, SlabMemory memory, boolean insertOnly, long batchBytes) {
    this.memory = memory;
    this.columns = SlabColumn.of(layout);
    this.cells = new CellWriter(memory);
    this.values = new NestedWriter(cells);
    this.insertOnly = insertOnly;
    this.batchBytes = batchBytes;
    int fixed = insertOnly ? 0 : 1;
    for (SlabColumn column : columns) {
      fixed += column.field.kind().width();
    }
    this.fixedBytesPerRow = fixed;
    begin();
  }

  /** Starts a batch in the slab that the memory now shows. */
  public void begin() {
    rows = 0;
    cells.variableBytes = 0;
    kinds = memory.address(0);
    capacityRows = memory.capacityRows();
    for (SlabColumn column : columns) {
      column.bind(memory);
    }
  }

  public int rows() {
    return rows;
  }

  /** Publishes null counts and rows; the slab is then ready to be pushed. */
  public void finish() {
    for (SlabColumn column : columns) {
      column.finish(memory, rows);
    }
    memory.finish(rows, !insertOnly);
  }

  /**
   * Writes a row; true if the slab is full then and has to be pushed. A row that cannot cross is an
   * exception, and the rows before it can still be pushed.
   */
  public boolean write(RowData row) {
    int n = rows;
    try {
      if (row instanceof GenericRowData) {
        values.objects.write(columns, n, (GenericRowData) row);
      } else if (row instanceof BinaryRowData) {
        writeBinary(n, (BinaryRowData) row);
      } else {
        values.writeRow(columns, n, row);
      }
    } catch (RuntimeException e) {
      forgetUnfinishedRow();
      throw e;
    }
    if (!insertOnly) {
      OffHeap.putByte(kinds + n, row.getRowKind().toByteValue());
    }
    return added(n);
  }

  private void writeBinary(int n, BinaryRowData row) {
    MemorySegment[] segments = row.getSegments();
    if (segments.length == 1) {
      MemorySegment segment = segments[0];
      long start = CellWriter.offset(segment, row);
      values.binary.write(columns, n, CellWriter.base(segment), start, row.getArity());
    } else {
      values.getters.write(columns, n, row);
    }
  }

  /** Rows of a full batch. */
  public int capacityRows() {
    return capacityRows;
  }

  /** Writes one frame into a port laid out by {@link SlabLayout#ofFrames()}. */
  public boolean writeFrame(MemorySegment frame) {
    long start = frame.isOffHeap() ? frame.getAddress() : OffHeap.BYTE_ARRAY_OFFSET;
    cells.bytes(columns[0], rows, CellWriter.base(frame), start, frame.size());
    OffHeap.putLong(columns[1].values + 8L * rows, 0);
    return added(rows);
  }

  /** Writes a watermark behind the frames of a port laid out by {@link SlabLayout#ofFrames()}. */
  public boolean writeWatermark(long timestamp) {
    cells.bytes(columns[0], rows, NO_FRAME);
    OffHeap.putLong(columns[1].values + 8L * rows, timestamp);
    return added(rows);
  }

  private boolean added(int n) {
    rows = n + 1;
    return rows == capacityRows
        || cells.variableBytes + (long) fixedBytesPerRow * rows >= batchBytes;
  }

  /** Takes back what the columns in front of a value that cannot cross have taken of its row. */
  private void forgetUnfinishedRow() {
    for (SlabColumn column : columns) {
      column.truncate(memory, rows);
    }
  }
}
