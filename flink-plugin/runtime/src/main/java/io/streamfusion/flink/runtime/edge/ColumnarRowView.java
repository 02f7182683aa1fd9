package io.streamfusion.flink.runtime.edge;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/**
 * A row that reads Arrow columns in place. It is valid until the engine is called again, so it is
 * for receivers that keep nothing, such as operators chained with object reuse.
 */
public final class ColumnarRowView implements RowData {

  private final ColumnReader[] columns;
  private int row;
  private RowKind kind = RowKind.INSERT;

  ColumnarRowView(ColumnReader[] columns) {
    this.columns = columns;
  }

  void pointTo(int row) {
    this.row = row;
  }

  @Override
  public int getArity() {
    return columns.length;
  }

  @Override
  public RowKind getRowKind() {
    return kind;
  }

  @Override
  public void setRowKind(RowKind kind) {
    this.kind = kind;
  }

  @Override
  public boolean isNullAt(int pos) {
    return columns[pos].isNull(row);
  }

  @Override
  public boolean getBoolean(int pos) {
    return columns[pos].getBoolean(row);
  }

  @Override
  public byte getByte(int pos) {
    return columns[pos].getByte(row);
  }

  @Override
  public short getShort(int pos) {
    return columns[pos].getShort(row);
  }

  @Override
  public int getInt(int pos) {
    return columns[pos].getInt(row);
  }

  @Override
  public long getLong(int pos) {
    return columns[pos].getLong(row);
  }

  @Override
  public float getFloat(int pos) {
    return columns[pos].getFloat(row);
  }

  @Override
  public double getDouble(int pos) {
    return columns[pos].getDouble(row);
  }

  @Override
  public StringData getString(int pos) {
    return columns[pos].getString(row);
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    return columns[pos].getDecimal(row);
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return columns[pos].getTimestamp(row);
  }

  @Override
  public byte[] getBinary(int pos) {
    return columns[pos].getBinary(row);
  }

  @Override
  public ArrayData getArray(int pos) {
    return columns[pos].getArray(row);
  }

  @Override
  public MapData getMap(int pos) {
    return columns[pos].getMap(row);
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    return columns[pos].getRow(row);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    throw new UnsupportedOperationException("RAW values do not cross into the native engine.");
  }

  @Override
  public Variant getVariant(int pos) {
    throw new UnsupportedOperationException("VARIANT values do not cross into the native engine.");
  }
}
