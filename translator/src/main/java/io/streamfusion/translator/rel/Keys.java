package io.streamfusion.translator.rel;

import io.streamfusion.translator.type.FlinkTypes;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/** Which columns can be a key: those whose BinaryRow bytes the engine writes exactly as Flink. */
final class Keys {
  private Keys() {}

  /** Why the columns cannot be a key; empty if they can. */
  static Optional<String> unsupported(RelDataType rowType, List<Integer> columns) {
    for (int column : columns) {
      RelDataTypeField field = rowType.getFieldList().get(column);
      Optional<String> reason = FlinkTypes.unsupported(field.getType());
      if (reason.isPresent()) {
        return Optional.of("its key " + field.getName() + ": " + reason.get());
      }
      if (isNested(field.getType().getSqlTypeName())) {
        return Optional.of(
            "its key "
                + field.getName()
                + " has the type "
                + FlinkTypes.logicalType(field.getType()).asSummaryString());
      }
    }
    return Optional.empty();
  }

  /** The bytes of nested values depend on how the value was built, a MAP's on its order. */
  private static boolean isNested(SqlTypeName type) {
    return type == SqlTypeName.ARRAY
        || type == SqlTypeName.MAP
        || type == SqlTypeName.MULTISET
        || type == SqlTypeName.ROW;
  }
}
