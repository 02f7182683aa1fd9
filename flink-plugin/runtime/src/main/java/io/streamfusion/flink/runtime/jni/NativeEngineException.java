package io.streamfusion.flink.runtime.jni;

import org.apache.flink.annotation.VisibleForTesting;

/**
 * A failure that the native engine reports and that is not one of Flink's own user-data errors.
 *
 * <p>{@link #code()} is stable and UPPER_SNAKE; {@link #errorClass()} says whose fault it is.
 */
public class NativeEngineException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Whose fault a failure is. */
  public enum ErrorClass {
    /** Data or a query of the user. */
    USER(1),
    /** A plan that this engine cannot run. */
    UNSUPPORTED(2),
    /** Memory or another limit. */
    RESOURCE(3),
    /** A defect. */
    INTERNAL(4);

    private final int code;

    ErrorClass(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static ErrorClass fromCode(int code) {
      for (ErrorClass candidate : values()) {
        if (candidate.code == code) {
          return candidate;
        }
      }
      return INTERNAL;
    }
  }

  private final String code;
  private final ErrorClass errorClass;

  @VisibleForTesting
  public NativeEngineException(String code, ErrorClass errorClass, String message) {
    super(message + " [" + code + "]");
    this.code = code;
    this.errorClass = errorClass;
  }

  public String code() {
    return code;
  }

  public ErrorClass errorClass() {
    return errorClass;
  }
}
