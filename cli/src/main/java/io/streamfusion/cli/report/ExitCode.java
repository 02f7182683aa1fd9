package io.streamfusion.cli.report;

/** What every command's exit code means. */
public enum ExitCode {
  /** Nothing to report. */
  CLEAN(0),
  /** The command ran and found something: an error in SQL, a fallback, a difference. */
  FINDINGS(1),
  /** The command could not run. */
  COULD_NOT_RUN(2);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
