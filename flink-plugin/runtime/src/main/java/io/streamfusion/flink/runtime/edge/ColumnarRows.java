package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** The rows of a columns event: one reused view, moved over the Arrow buffers of the engine. */
public final class ColumnarRows {

  public static final int ENTRY_VALIDITY = 0;
  public static final int ENTRY_VALUES = 8;
  public static final int ENTRY_SECOND = 16;
  public static final int ENTRY_DATA = 24;
  public static final int ENTRY_DATA_BYTES = 32;
  public static final int ENTRY_VALIDITY_BIT = 40;
  public static final int ENTRY_VALUE_BIT = 44;
  public static final int ENTRY_SIZE = 48;

  private static final RowKind[] KINDS = RowKind.values();

  private final ColumnReader[] columns;
  private final ColumnarRowView view;
  private long kinds;
  private long rowIds;

  public ColumnarRows(RowType rowType) {
    this.columns = ColumnReader.of(rowType);
    this.view = new ColumnarRowView(columns);
  }

  /**
   * Points at a batch.
   *
   * @param table address of the column entries, in preorder
   * @param kinds address of one row kind per physical row, 0 for insertions only
   * @param rowIds address of the physical row numbers, 0 when all rows count
   */
  public void bind(long table, long kinds, long rowIds) {
    this.kinds = kinds;
    this.rowIds = rowIds;
    view.setRowKind(RowKind.INSERT);
    long entry = table;
    for (ColumnReader column : columns) {
      entry = bind(column, entry);
    }
  }

  private static long bind(ColumnReader column, long entry) {
    column.bindValidity(
        OffHeap.getLong(entry + ENTRY_VALIDITY), OffHeap.getInt(entry + ENTRY_VALIDITY_BIT));
    column.bindValues(
        OffHeap.getLong(entry + ENTRY_VALUES), OffHeap.getInt(entry + ENTRY_VALUE_BIT));
    column.bindSecond(OffHeap.getLong(entry + ENTRY_SECOND));
    column.bindData(OffHeap.getLong(entry + ENTRY_DATA), OffHeap.getLong(entry + ENTRY_DATA_BYTES));
    long next = entry + ENTRY_SIZE;
    for (ColumnReader child : column.children) {
      next = bind(child, next);
    }
    return next;
  }

  /** The view, moved to the {@code index}-th row that counts. */
  public ColumnarRowView row(int index) {
    int row = rowIds == 0 ? index : OffHeap.getInt(rowIds + 4L * index);
    if (kinds != 0) {
      view.setRowKind(KINDS[OffHeap.getByte(kinds + row)]);
    }
    view.pointTo(row);
    return view;
  }
}
