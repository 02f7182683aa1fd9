package io.streamfusion.flink.runtime.exchange;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;

/** Type of the records between two fragments, see {@link FrameRow}. */
final class FrameTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  static final FrameTypeInfo INSTANCE = new FrameTypeInfo();

  private static final int FIELDS = 4;

  private FrameTypeInfo() {}

  @Override
  public TypeSerializer<RowData> createSerializer(SerializerConfig config) {
    return FrameSerializer.INSTANCE;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return FIELDS;
  }

  @Override
  public int getTotalFields() {
    return FIELDS;
  }

  @Override
  public Class<RowData> getTypeClass() {
    return RowData.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public String toString() {
    return "frames";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FrameTypeInfo;
  }

  @Override
  public int hashCode() {
    return FrameTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof FrameTypeInfo;
  }
}
