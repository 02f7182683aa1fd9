package io.streamfusion.flink.runtime.jni;

/** An operator of a fragment asked for more memory than the fragment has; the process goes on. */
public final class NativeMemoryLimitException extends NativeEngineException {

  private static final long serialVersionUID = 1L;

  /** The code under which the engine reports a denied reservation. */
  static final String CODE = "MEMORY";

  NativeMemoryLimitException(String message) {
    super(CODE, ErrorClass.RESOURCE, message);
  }
}
