package io.streamfusion.parity.casefile;

import java.nio.file.Path;

/** A case file that cannot be read; the message names file and line. */
public final class CaseException extends Exception {
  private static final long serialVersionUID = 1L;

  public CaseException(Path file, int line, String message) {
    super(file + ":" + line + ": " + message);
  }
}
