package io.streamfusion.translator.type;

/** A type that the contract cannot carry; turned into a reason where the node is known. */
public final class UnsupportedTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedTypeException(String message) {
    super(message);
  }
}
