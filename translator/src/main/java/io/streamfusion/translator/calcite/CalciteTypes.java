package io.streamfusion.translator.calcite;

import io.substrait.function.TypeExpression;
import io.substrait.isthmus.TypeConverter;
import io.substrait.isthmus.UserTypeMapper;
import io.substrait.type.Type;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;

/**
 * Substrait's types in Flink's Calcite, the way back of {@link
 * io.streamfusion.translator.type.FlinkTypes}. Isthmus' own converter gives those of a Calcite
 * whose FLOAT has eight bytes and whose times end at microseconds. Names of fields are made up: row
 * types are compared without them.
 */
final class CalciteTypes extends TypeConverter {

  private final FlinkTypeFactory factory;

  CalciteTypes(FlinkTypeFactory factory) {
    super(new NoUserTypes());
    this.factory = factory;
  }

  RelDataType of(Type type) {
    return factory.createFieldTypeFromLogicalType(type.accept(new LogicalTypes()));
  }

  @Override
  public RelDataType toCalcite(RelDataTypeFactory ignored, TypeExpression type) {
    return of((Type) type);
  }

  @Override
  public RelDataType toCalcite(
      RelDataTypeFactory ignored, TypeExpression type, List<String> fieldNames) {
    return of((Type) type);
  }

  /** Our own type carries a parameter, which Substrait's reader drops. */
  private static final class NoUserTypes implements UserTypeMapper {
    @Override
    public Type toSubstrait(RelDataType type) {
      return null;
    }

    @Override
    public RelDataType toCalcite(Type.UserDefined type) {
      return null;
    }
  }
}
