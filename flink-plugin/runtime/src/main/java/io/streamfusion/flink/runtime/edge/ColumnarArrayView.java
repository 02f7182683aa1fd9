package io.streamfusion.flink.runtime.edge;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.variant.Variant;

/** An array that reads a range of an Arrow column in place. */
final class ColumnarArrayView implements ArrayData {

  private final ColumnReader elements;
  private final int start;
  private final int size;

  ColumnarArrayView(ColumnReader elements, int start, int size) {
    this.elements = elements;
    this.start = start;
    this.size = size;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNullAt(int pos) {
    return elements.isNull(start + pos);
  }

  @Override
  public boolean getBoolean(int pos) {
    return elements.getBoolean(start + pos);
  }

  @Override
  public byte getByte(int pos) {
    return elements.getByte(start + pos);
  }

  @Override
  public short getShort(int pos) {
    return elements.getShort(start + pos);
  }

  @Override
  public int getInt(int pos) {
    return elements.getInt(start + pos);
  }

  @Override
  public long getLong(int pos) {
    return elements.getLong(start + pos);
  }

  @Override
  public float getFloat(int pos) {
    return elements.getFloat(start + pos);
  }

  @Override
  public double getDouble(int pos) {
    return elements.getDouble(start + pos);
  }

  @Override
  public StringData getString(int pos) {
    return elements.getString(start + pos);
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    return elements.getDecimal(start + pos);
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return elements.getTimestamp(start + pos);
  }

  @Override
  public byte[] getBinary(int pos) {
    return elements.getBinary(start + pos);
  }

  @Override
  public ArrayData getArray(int pos) {
    return elements.getArray(start + pos);
  }

  @Override
  public MapData getMap(int pos) {
    return elements.getMap(start + pos);
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    return elements.getRow(start + pos);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    throw new UnsupportedOperationException("RAW values do not cross into the native engine.");
  }

  @Override
  public Variant getVariant(int pos) {
    throw new UnsupportedOperationException("VARIANT values do not cross into the native engine.");
  }

  @Override
  public boolean[] toBooleanArray() {
    boolean[] array = new boolean[size];
    for (int i = 0; i < size; i++) {
      array[i] = getBoolean(i);
    }
    return array;
  }

  @Override
  public byte[] toByteArray() {
    byte[] array = new byte[size];
    for (int i = 0; i < size; i++) {
      array[i] = getByte(i);
    }
    return array;
  }

  @Override
  public short[] toShortArray() {
    short[] array = new short[size];
    for (int i = 0; i < size; i++) {
      array[i] = getShort(i);
    }
    return array;
  }

  @Override
  public int[] toIntArray() {
    int[] array = new int[size];
    for (int i = 0; i < size; i++) {
      array[i] = getInt(i);
    }
    return array;
  }

  @Override
  public long[] toLongArray() {
    long[] array = new long[size];
    for (int i = 0; i < size; i++) {
      array[i] = getLong(i);
    }
    return array;
  }

  @Override
  public float[] toFloatArray() {
    float[] array = new float[size];
    for (int i = 0; i < size; i++) {
      array[i] = getFloat(i);
    }
    return array;
  }

  @Override
  public double[] toDoubleArray() {
    double[] array = new double[size];
    for (int i = 0; i < size; i++) {
      array[i] = getDouble(i);
    }
    return array;
  }
}
