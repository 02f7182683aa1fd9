package io.streamfusion.translator.rex;

/**
 * An expression without an exact kernel. It is control flow inside this package only: the nearest
 * place that may use the host evaluator catches it.
 */
final class NotKernelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotKernelException(String message) {
    super(message, null, false, false);
  }
}
