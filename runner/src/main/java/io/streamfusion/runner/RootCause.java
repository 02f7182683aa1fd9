package io.streamfusion.runner;

import org.apache.flink.util.SerializedThrowable;

/** The innermost cause of a failure. */
public record RootCause(String className, String message) {
  public static RootCause of(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    if (cause instanceof SerializedThrowable serialized) {
      String name = serialized.getOriginalErrorClassName();
      String message = String.valueOf(serialized.getMessage());
      // Flink puts the class in front of the message of an exception that it serializes.
      String prefix = name + ": ";
      return new RootCause(
          name, message.startsWith(prefix) ? message.substring(prefix.length()) : message);
    }
    return new RootCause(cause.getClass().getName(), String.valueOf(cause.getMessage()));
  }

  @Override
  public String toString() {
    return className + ": " + message;
  }
}
