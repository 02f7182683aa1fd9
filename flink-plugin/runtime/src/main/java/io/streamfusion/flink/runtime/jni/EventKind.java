package io.streamfusion.flink.runtime.jni;

/** What an output event holds; the codes are those of the control block. */
enum EventKind {
  NONE(0),
  BINARY_ROWS(1),
  COLUMNS(2),
  FRAMES(3),
  WATERMARK(4),
  STATUS(5);

  private static final EventKind[] BY_CODE = values();

  private final int code;

  EventKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static EventKind fromCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new NativeEngineException(
          "UNKNOWN_EVENT",
          NativeEngineException.ErrorClass.INTERNAL,
          "The engine announced an output event of unknown kind " + code + ".");
    }
    return BY_CODE[code];
  }
}
