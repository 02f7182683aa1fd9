package io.streamfusion.translator.rex;

import io.substrait.expression.Expression;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;

/**
 * Converts the calls of one family of functions to exact kernels. Empty means "no exact kernel":
 * the call goes to the host evaluator.
 */
@FunctionalInterface
public interface CallConverter {
  Optional<Expression> convert(RexCall call, Operands operands);
}
