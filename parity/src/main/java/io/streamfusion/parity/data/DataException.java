package io.streamfusion.parity.data;

/** A data line of a case file that cannot be read. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DataException(String message) {
    super(message);
  }

  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
