package io.streamfusion.parity.mutants;

/** The mutants could not be run. */
public final class MutantException extends Exception {
  private static final long serialVersionUID = 1L;

  public MutantException(String message) {
    super(message);
  }
}
