package io.streamfusion.flink.runtime.arrow;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import java.util.List;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Writes values of Flink's internal data structures into an Arrow vector. */
abstract class ColumnWriter {

  private final FieldVector vector;

  private ColumnWriter(FieldVector vector) {
    this.vector = vector;
  }

  /** Writes a value at an index behind those written before. */
  final void write(int index, Object value) {
    if (value == null) {
      writeNull(index);
    } else {
      writeValue(index, value);
    }
  }

  abstract void writeValue(int index, Object value);

  /** New memory of a vector is all NULLs, but it has to reach up to the index. */
  void writeNull(int index) {
    if (vector instanceof BaseFixedWidthVector fixed) {
      fixed.setNull(index);
    } else if (vector instanceof VarBinaryVector bytes) {
      bytes.setNull(index);
    } else if (vector instanceof ListVector list) {
      list.setNull(index);
    } else {
      ((StructVector) vector).setNull(index);
    }
  }

  /** The writer of a field of a ROW. */
  ColumnWriter child(int index) {
    throw new IllegalStateException(vector.getMinorType() + " has no fields.");
  }

  static RowData.FieldGetter[] getters(RowType rowType) {
    RowData.FieldGetter[] getters = new RowData.FieldGetter[rowType.getFieldCount()];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = RowData.createFieldGetter(rowType.getTypeAt(i), i);
    }
    return getters;
  }

  static ColumnWriter of(LogicalType type, FieldVector vector) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN ->
          new Scalar<Boolean>(vector, (i, v) -> ((BitVector) vector).setSafe(i, v ? 1 : 0));
      case TINYINT -> new Scalar<Byte>(vector, (i, v) -> ((TinyIntVector) vector).setSafe(i, v));
      case SMALLINT -> new Scalar<Short>(vector, (i, v) -> ((SmallIntVector) vector).setSafe(i, v));
      case INTEGER, INTERVAL_YEAR_MONTH ->
          new Scalar<Integer>(vector, (i, v) -> ((IntVector) vector).setSafe(i, v));
      case DATE -> new Scalar<Integer>(vector, (i, v) -> ((DateDayVector) vector).setSafe(i, v));
      case TIME_WITHOUT_TIME_ZONE ->
          new Scalar<Integer>(vector, (i, v) -> ((TimeMilliVector) vector).setSafe(i, v));
      case BIGINT, INTERVAL_DAY_TIME ->
          new Scalar<Long>(vector, (i, v) -> ((BigIntVector) vector).setSafe(i, v));
      case FLOAT -> new Scalar<Float>(vector, (i, v) -> ((Float4Vector) vector).setSafe(i, v));
      case DOUBLE -> new Scalar<Double>(vector, (i, v) -> ((Float8Vector) vector).setSafe(i, v));
      case DECIMAL ->
          new Scalar<DecimalData>(
              vector,
              (i, v) ->
                  ((DecimalVector) vector)
                      .setBigEndianSafe(i, ofScale(v, (DecimalType) type).toUnscaledBytes()));
      case CHAR, VARCHAR ->
          new Scalar<StringData>(
              vector, (i, v) -> ((VarBinaryVector) vector).setSafe(i, v.toBytes()));
      case BINARY, VARBINARY ->
          new Scalar<byte[]>(vector, (i, v) -> ((VarBinaryVector) vector).setSafe(i, v));
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          timestamp(LogicalTypeChecks.getPrecision(type), vector);
      case ROW -> new Struct((RowType) type, (StructVector) vector);
      case ARRAY -> new Array(((ArrayType) type).getElementType(), (ListVector) vector);
      case MAP ->
          new Pairs(
              ((MapType) type).getKeyType(), ((MapType) type).getValueType(), (MapVector) vector);
      case MULTISET ->
          new Pairs(
              ((MultisetType) type).getElementType(), ArrowTypes.MULTIPLICITY, (MapVector) vector);
      default -> throw ArrowTypes.unsupported(type);
    };
  }

  /** Only the unscaled number crosses. */
  private static DecimalData ofScale(DecimalData value, DecimalType type) {
    if (value.scale() != type.getScale()) {
      throw new NativeEngineException(
          "DECIMAL_SCALE_MISMATCH",
          NativeEngineException.ErrorClass.USER,
          "A host call gave a value of scale "
              + value.scale()
              + " for the type "
              + type.asSummaryString()
              + ".");
    }
    return value;
  }

  private static ColumnWriter timestamp(int precision, FieldVector vector) {
    if (precision > 6) {
      return new Nanos((StructVector) vector);
    }
    TimeStampVector timestamps = (TimeStampVector) vector;
    if (precision <= 3) {
      return new Scalar<TimestampData>(vector, (i, v) -> timestamps.setSafe(i, v.getMillisecond()));
    }
    return new Scalar<TimestampData>(
        vector,
        (i, v) ->
            timestamps.setSafe(
                i,
                Math.addExact(
                    Math.multiplyExact(v.getMillisecond(), 1_000L),
                    v.getNanoOfMillisecond() / 1_000)));
  }

  /** Stores one value of a scalar type. */
  @FunctionalInterface
  private interface Setter<T> {
    void set(int index, T value);
  }

  private static final class Scalar<T> extends ColumnWriter {

    private final Setter<T> setter;

    Scalar(FieldVector vector, Setter<T> setter) {
      super(vector);
      this.setter = setter;
    }

    @Override
    @SuppressWarnings("unchecked")
    void writeValue(int index, Object value) {
      setter.set(index, (T) value);
    }
  }

  /** TIMESTAMP with more than microseconds: milliseconds and nanoseconds of milli. */
  private static final class Nanos extends ColumnWriter {

    private final StructVector vector;
    private final BigIntVector millis;
    private final IntVector nanos;

    Nanos(StructVector vector) {
      super(vector);
      this.vector = vector;
      this.millis = (BigIntVector) vector.getChildByOrdinal(0);
      this.nanos = (IntVector) vector.getChildByOrdinal(1);
    }

    @Override
    void writeValue(int index, Object value) {
      TimestampData timestamp = (TimestampData) value;
      vector.setIndexDefined(index);
      millis.setSafe(index, timestamp.getMillisecond());
      nanos.setSafe(index, timestamp.getNanoOfMillisecond());
    }
  }

  private static final class Struct extends ColumnWriter {

    private final StructVector vector;
    private final RowData.FieldGetter[] getters;
    private final ColumnWriter[] fields;

    Struct(RowType type, StructVector vector) {
      super(vector);
      this.vector = vector;
      this.getters = getters(type);
      this.fields = new ColumnWriter[getters.length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = of(type.getTypeAt(i), (FieldVector) vector.getChildByOrdinal(i));
      }
    }

    @Override
    ColumnWriter child(int index) {
      return fields[index];
    }

    @Override
    void writeValue(int index, Object value) {
      RowData row = (RowData) value;
      vector.setIndexDefined(index);
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(index, getters[i].getFieldOrNull(row));
      }
    }
  }

  private static final class Array extends ColumnWriter {

    private final ListVector vector;
    private final ArrayData.ElementGetter getter;
    private final ColumnWriter elements;

    Array(LogicalType elementType, ListVector vector) {
      super(vector);
      this.vector = vector;
      this.getter = ArrayData.createElementGetter(elementType);
      this.elements = of(elementType, vector.getDataVector());
    }

    @Override
    void writeValue(int index, Object value) {
      ArrayData array = (ArrayData) value;
      int start = vector.startNewValue(index);
      for (int i = 0; i < array.size(); i++) {
        elements.write(start + i, getter.getElementOrNull(array, i));
      }
      vector.endValue(index, array.size());
    }
  }

  /** MAP, and MULTISET, which is a map from element to multiplicity. */
  private static final class Pairs extends ColumnWriter {

    private final MapVector vector;
    private final StructVector pairs;
    private final ArrayData.ElementGetter keyGetter;
    private final ArrayData.ElementGetter valueGetter;
    private final ColumnWriter keys;
    private final ColumnWriter values;

    Pairs(LogicalType keyType, LogicalType valueType, MapVector vector) {
      super(vector);
      this.vector = vector;
      this.pairs = (StructVector) vector.getDataVector();
      List<FieldVector> children = pairs.getChildrenFromFields();
      this.keyGetter = ArrayData.createElementGetter(keyType);
      this.valueGetter = ArrayData.createElementGetter(valueType);
      this.keys = of(keyType, children.get(0));
      this.values = of(valueType, children.get(1));
    }

    @Override
    void writeValue(int index, Object value) {
      MapData map = (MapData) value;
      ArrayData keyArray = map.keyArray();
      ArrayData valueArray = map.valueArray();
      int start = vector.startNewValue(index);
      for (int i = 0; i < map.size(); i++) {
        pairs.setIndexDefined(start + i);
        keys.write(start + i, keyGetter.getElementOrNull(keyArray, i));
        values.write(start + i, valueGetter.getElementOrNull(valueArray, i));
      }
      vector.endValue(index, map.size());
    }
  }
}
