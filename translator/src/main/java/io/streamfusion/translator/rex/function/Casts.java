package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.type.Type;
import io.substrait.type.TypeCreator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Explicit casts, those of the query and those that Flink's generated code adds on its own. */
final class Casts {
  private static final String FAMILY = "cast";
  private static final String NAME = "cast";

  private Casts() {}

  /**
   * The expression in Flink's result type, empty if the cast has no exact kernel.
   *
   * @param from the expression's type in Flink
   */
  static Optional<Expression> castTo(Expression input, RelDataType from, RelDataType type) {
    Type target = FlinkTypes.toSubstrait(type);
    if (type.getSqlTypeName() == SqlTypeName.VARBINARY
        && from.getPrecision() > type.getPrecision()) {
      // The length of a VARBINARY does not travel, so that the engine cannot cut to it.
      return Optional.empty();
    }
    if (sameIgnoringNullability(input.getType(), target)) {
      return Optional.of(input);
    }
    if (input instanceof Expression.NullLiteral) {
      return Optional.of(
          Expression.NullLiteral.builder().type(TypeCreator.asNullable(target)).build());
    }
    Optional<Expression> call = Invocations.of(FAMILY, NAME, target, List.of(input));
    // Cutting text may need the host, and only a call can carry the host call that stands by.
    return call.isPresent() && !mayCutText(input.getType(), target)
        ? Optional.of(cast(input, target))
        : call;
  }

  private static boolean mayCutText(Type from, Type to) {
    if (to instanceof Type.FixedChar) {
      return isText(from);
    }
    return isText(from) && to instanceof Type.VarChar target && length(from) > target.length();
  }

  private static boolean isText(Type type) {
    return type instanceof Type.Str
        || type instanceof Type.VarChar
        || type instanceof Type.FixedChar;
  }

  private static int length(Type type) {
    if (type instanceof Type.VarChar varChar) {
      return varChar.length();
    }
    return type instanceof Type.FixedChar fixed ? fixed.length() : Integer.MAX_VALUE;
  }

  private static Expression cast(Expression input, Type type) {
    return Expression.Cast.builder()
        .input(input)
        .type(type)
        .failureBehavior(Expression.FailureBehavior.THROW_EXCEPTION)
        .build();
  }

  static boolean sameIgnoringNullability(Type left, Type right) {
    return TypeCreator.asNullable(left).equals(TypeCreator.asNullable(right));
  }
}
