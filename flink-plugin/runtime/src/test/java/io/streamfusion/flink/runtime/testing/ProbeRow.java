package io.streamfusion.flink.runtime.testing;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** A row that notes which class reads its BIGINT and BOOLEAN fields. */
public final class ProbeRow implements RowData {

  public static final Set<String> READERS = new ConcurrentSkipListSet<>();

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final RowData row;

  public ProbeRow(RowData row) {
    this.row = row;
  }

  @Override
  public int getArity() {
    return row.getArity();
  }

  @Override
  public RowKind getRowKind() {
    return row.getRowKind();
  }

  @Override
  public void setRowKind(RowKind kind) {
    row.setRowKind(kind);
  }

  @Override
  public boolean isNullAt(int pos) {
    return row.isNullAt(pos);
  }

  @Override
  public boolean getBoolean(int pos) {
    READERS.add(STACK.getCallerClass().getName());
    return row.getBoolean(pos);
  }

  @Override
  public long getLong(int pos) {
    READERS.add(STACK.getCallerClass().getName());
    return row.getLong(pos);
  }

  @Override
  public byte getByte(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public short getShort(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getInt(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public float getFloat(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public double getDouble(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public StringData getString(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte[] getBinary(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ArrayData getArray(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MapData getMap(int pos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Variant getVariant(int pos) {
    throw new UnsupportedOperationException();
  }
}
