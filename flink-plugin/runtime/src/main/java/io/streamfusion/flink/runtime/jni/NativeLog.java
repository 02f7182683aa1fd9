package io.streamfusion.flink.runtime.jni;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the engine's log lines to Flink's log. Called from native code, on any thread. */
final class NativeLog {

  private static final String PREFIX = "io.streamfusion.native.";

  private NativeLog() {}

  /**
   * Writes one line.
   *
   * @param level 1 error, 2 warn, 3 info, 4 debug, 5 trace (Rust's {@code log::Level})
   */
  static void log(int level, String target, String message) {
    Logger logger = LoggerFactory.getLogger(PREFIX + target.replace("::", "."));
    switch (level) {
      case 1:
        logger.error(message);
        break;
      case 2:
        logger.warn(message);
        break;
      case 3:
        logger.info(message);
        break;
      case 4:
        logger.debug(message);
        break;
      default:
        logger.trace(message);
        break;
    }
  }
}
