package io.streamfusion.flink.runtime.jni;

/**
 * Why operators give out what they hold back; the codes are those of {@link NativeEngine#flush}.
 */
public enum FlushKind {
  /** A mini-batch is complete. */
  BUNDLE(0),
  /** A checkpoint barrier follows. */
  BARRIER(1),
  /** No more input will come. */
  END_OF_INPUT(2);

  private final int code;

  FlushKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
