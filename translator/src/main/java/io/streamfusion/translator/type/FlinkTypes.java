package io.streamfusion.translator.type;

import io.substrait.isthmus.TypeConverter;
import io.substrait.isthmus.UserTypeMapper;
import io.substrait.type.Type;
import io.substrait.type.TypeCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Flink's types in Substrait. Isthmus maps the ordinary ones; this class takes those whose meaning
 * differs in Flink's Calcite: FLOAT has four bytes, TIME has a precision, day-time intervals count
 * milliseconds, an unbounded VARCHAR is a string.
 */
public final class FlinkTypes {
  private static final int INTERVAL_PRECISION = 3;

  private static final TypeConverter CONVERTER = new TypeConverter(new Mapper());

  private FlinkTypes() {}

  /** The converter to hand to isthmus. */
  public static TypeConverter converter() {
    return CONVERTER;
  }

  /**
   * The Substrait type.
   *
   * @throws UnsupportedTypeException if the contract has no such type
   */
  public static Type toSubstrait(RelDataType type) {
    return CONVERTER.toSubstrait(type);
  }

  /** Why a type cannot cross into the engine; empty if it can. */
  public static Optional<String> unsupported(RelDataType type) {
    try {
      CONVERTER.toSubstrait(type);
      return Optional.empty();
    } catch (UnsupportedTypeException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** The fields of a row type, with the reasons of those that cannot cross. */
  public static List<String> unsupportedFields(RelDataType rowType) {
    List<String> reasons = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      unsupported(field.getType()).ifPresent(text -> reasons.add(field.getName() + ": " + text));
    }
    return reasons;
  }

  public static LogicalType logicalType(RelDataType type) {
    return FlinkTypeFactory.toLogicalType(type);
  }

  public static RowType logicalRowType(RelDataType type) {
    return FlinkTypeFactory.toLogicalRowType(type);
  }

  private static final class Mapper implements UserTypeMapper {

    @Override
    public Type toSubstrait(RelDataType type) {
      TypeCreator creator = Type.withNullability(type.isNullable());
      switch (type.getSqlTypeName()) {
        case FLOAT:
          return creator.FP32;
        case TIME:
          return creator.precisionTime(type.getPrecision());
        case VARCHAR:
          return type.getPrecision() == Integer.MAX_VALUE
                  || type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              ? creator.STRING
              : creator.varChar(type.getPrecision());
        case MULTISET:
          return new MultisetType(
              type.isNullable(), CONVERTER.toSubstrait(type.getComponentType()));
        case ARRAY:
          return creator.list(CONVERTER.toSubstrait(type.getComponentType()));
        case MAP:
          return creator.map(
              CONVERTER.toSubstrait(type.getKeyType()), CONVERTER.toSubstrait(type.getValueType()));
        case ROW:
          return creator.struct(
              type.getFieldList().stream()
                  .map(field -> CONVERTER.toSubstrait(field.getType()))
                  .collect(Collectors.toList()));
        case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, CHAR, BINARY, VARBINARY:
        case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE:
          return null;
        default:
          if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName())) {
            return creator.INTERVAL_YEAR;
          }
          if (SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName())) {
            return creator.intervalDay(INTERVAL_PRECISION);
          }
          throw new UnsupportedTypeException(
              "type " + logicalType(type).asSummaryString() + " cannot cross into the engine");
      }
    }

    @Override
    public RelDataType toCalcite(Type.UserDefined type) {
      // Only the direction from Flink to Substrait is used.
      return null;
    }
  }
}
