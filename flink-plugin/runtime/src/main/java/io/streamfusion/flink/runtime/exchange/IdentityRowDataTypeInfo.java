package io.streamfusion.flink.runtime.exchange;

import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Type of the rows that enter a fragment: that of the operator in front, with a serializer that
 * does not copy (see {@link IdentityCopySerializer}).
 */
public final class IdentityRowDataTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  private final TypeInformation<RowData> rowType;

  public IdentityRowDataTypeInfo(TypeInformation<RowData> rowType) {
    this.rowType = Objects.requireNonNull(rowType);
  }

  @Override
  public TypeSerializer<RowData> createSerializer(SerializerConfig config) {
    return new IdentityCopySerializer(rowType.createSerializer(config));
  }

  @Override
  public boolean isBasicType() {
    return rowType.isBasicType();
  }

  @Override
  public boolean isTupleType() {
    return rowType.isTupleType();
  }

  @Override
  public int getArity() {
    return rowType.getArity();
  }

  @Override
  public int getTotalFields() {
    return rowType.getTotalFields();
  }

  @Override
  public Class<RowData> getTypeClass() {
    return rowType.getTypeClass();
  }

  @Override
  public boolean isKeyType() {
    return rowType.isKeyType();
  }

  @Override
  public String toString() {
    return rowType.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdentityRowDataTypeInfo that && rowType.equals(that.rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof IdentityRowDataTypeInfo;
  }
}
