package io.streamfusion.flink.runtime.jni;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the engine's log lines to Flink's log. Called from native code, on any thread. */
final class NativeLog {

  private static final String ROOT = "io.streamfusion.native";

  private NativeLog() {}

  /** The finest level that is written of the engine, numbered as for {@link #log}; 0 for none. */
  static int level() {
    Logger logger = LoggerFactory.getLogger(ROOT);
    if (logger.isTraceEnabled()) {
      return 5;
    }
    if (logger.isDebugEnabled()) {
      return 4;
    }
    if (logger.isInfoEnabled()) {
      return 3;
    }
    if (logger.isWarnEnabled()) {
      return 2;
    }
    return logger.isErrorEnabled() ? 1 : 0;
  }

  /**
   * Writes one line.
   *
   * @param level 1 error, 2 warn, 3 info, 4 debug, 5 trace (Rust's {@code log::Level})
   */
  static void log(int level, String target, String message) {
    Logger logger = LoggerFactory.getLogger(ROOT + "." + target.replace("::", "."));
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
