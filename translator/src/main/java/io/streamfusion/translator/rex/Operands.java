package io.streamfusion.translator.rex;

import io.substrait.expression.Expression;
import org.apache.calcite.rex.RexNode;

/** How a call converter gets at its operands. */
public interface Operands {
  /** Converts an operand that is evaluated whenever the call is. */
  Expression convert(RexNode operand);

  /**
   * Converts an operand that is evaluated for some rows only, such as a branch of CASE. It must not
   * hold a host call, which would run for all rows.
   */
  Expression convertGuarded(RexNode operand);
}
