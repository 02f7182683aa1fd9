package io.streamfusion.parity.recovery;

/** A job that was stopped and restored did not do what an uninterrupted one does. */
public final class RecoveryException extends Exception {
  private static final long serialVersionUID = 1L;

  public RecoveryException(String message) {
    super(message);
  }

  public RecoveryException(String message, Throwable cause) {
    super(message, cause);
  }
}
