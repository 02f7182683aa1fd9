package io.streamfusion.translator.rex;

import io.streamfusion.translator.support.ReasonCode;

/**
 * An expression that neither a kernel nor the host evaluator reproduces. It is control flow inside
 * this package only and leaves it as a reason.
 */
final class InexactExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ReasonCode code;

  InexactExpressionException(ReasonCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  ReasonCode code() {
    return code;
  }
}
