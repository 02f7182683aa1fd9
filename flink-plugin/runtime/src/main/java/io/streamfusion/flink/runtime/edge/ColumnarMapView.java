package io.streamfusion.flink.runtime.edge;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;

/** A map that reads ranges of two Arrow columns in place. */
final class ColumnarMapView implements MapData {

  private final ColumnarArrayView keys;
  private final ColumnarArrayView values;

  ColumnarMapView(ColumnarArrayView keys, ColumnarArrayView values) {
    this.keys = keys;
    this.values = values;
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public ArrayData keyArray() {
    return keys;
  }

  @Override
  public ArrayData valueArray() {
    return values;
  }
}
