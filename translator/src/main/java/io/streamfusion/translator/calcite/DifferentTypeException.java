package io.streamfusion.translator.calcite;

/** Calcite gives something another type than the plan does. */
final class DifferentTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DifferentTypeException(String what, String plan, String calcite) {
    super(what + " is " + plan + " in the plan and " + calcite + " in Calcite");
  }
}
