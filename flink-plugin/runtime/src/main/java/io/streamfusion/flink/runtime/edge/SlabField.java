package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;

/** One field of a slab: a column or a part of one, numbered in preorder. */
public final class SlabField {

  private final LogicalType type;
  private final PhysicalKind kind;
  private final int index;
  private final int firstBuffer;
  private final List<SlabField> children;

  private SlabField(
      LogicalType type, PhysicalKind kind, int index, int firstBuffer, List<SlabField> children) {
    this.type = type;
    this.kind = kind;
    this.index = index;
    this.firstBuffer = firstBuffer;
    this.children = children;
  }

  public LogicalType type() {
    return type;
  }

  public PhysicalKind kind() {
    return kind;
  }

  /** The field's number in preorder. */
  public int index() {
    return index;
  }

  /** Number of the field's validity buffer; its other buffers follow. */
  public int firstBuffer() {
    return firstBuffer;
  }

  public List<SlabField> children() {
    return children;
  }

  /** Numbers fields and buffers while a layout is built. */
  static final class Numbering {
    int fields;
    int buffers = 1;

    SlabField number(LogicalType type) {
      PhysicalKind kind = kindOf(type);
      int index = fields++;
      int firstBuffer = buffers;
      buffers += kind.buffers();
      List<SlabField> children = new ArrayList<>();
      for (LogicalType child : childTypes(type)) {
        children.add(number(child));
      }
      return new SlabField(type, kind, index, firstBuffer, List.copyOf(children));
    }
  }

  static List<LogicalType> childTypes(LogicalType type) {
    switch (type.getTypeRoot()) {
      case ARRAY:
        return List.of(((ArrayType) type).getElementType());
      case MAP:
        return List.of(((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET:
        return List.of(((MultisetType) type).getElementType(), new IntType(false));
      case ROW:
        return ((RowType) type).getChildren();
      default:
        return List.of();
    }
  }

  /** The physical kind of a logical type; types that cannot cross give a typed error. */
  public static PhysicalKind kindOf(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
      case TINYINT:
        return PhysicalKind.FIXED1;
      case SMALLINT:
        return PhysicalKind.FIXED2;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case FLOAT:
      case INTERVAL_YEAR_MONTH:
        return PhysicalKind.FIXED4;
      case BIGINT:
      case DOUBLE:
      case INTERVAL_DAY_TIME:
        return PhysicalKind.FIXED8;
      case DECIMAL:
        return PhysicalKind.FIXED16;
      case CHAR:
      case VARCHAR:
      case BINARY:
      case VARBINARY:
        return PhysicalKind.BYTES;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return timestampPrecision(type) <= 6 ? PhysicalKind.FIXED8 : PhysicalKind.TIMESTAMP_NANOS;
      case ROW:
        return PhysicalKind.ROW;
      case ARRAY:
        return PhysicalKind.LIST;
      case MAP:
      case MULTISET:
        return PhysicalKind.MAP;
      default:
        throw new NativeEngineException(
            "UNSUPPORTED_EDGE_TYPE",
            NativeEngineException.ErrorClass.UNSUPPORTED,
            "Type " + type.asSummaryString() + " cannot cross into the native engine.");
    }
  }

  static int timestampPrecision(LogicalType type) {
    return type instanceof TimestampType
        ? ((TimestampType) type).getPrecision()
        : ((LocalZonedTimestampType) type).getPrecision();
  }
}
