package io.streamfusion.translator.rex;

import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionVisitor;
import io.substrait.type.Type;
import io.substrait.util.VisitationContext;

/**
 * A TIME literal. Substrait-java has no literal for precision_time; {@link
 * ExpressionMessageConverter} writes this one and no other visitor may meet it.
 *
 * @param millisOfDay what Flink keeps, whatever the precision
 */
record PrecisionTimeLiteral(boolean nullable, int millisOfDay, int precision)
    implements Expression.Literal {

  @Override
  public Type getType() {
    return Type.withNullability(nullable).precisionTime(precision);
  }

  @Override
  public <R, C extends VisitationContext, E extends Throwable> R accept(
      ExpressionVisitor<R, C, E> visitor, C context) throws E {
    throw new IllegalStateException("Only our own converter reads TIME literals");
  }
}
