package io.streamfusion.cli.report;

/** The command could not run: a user's mistake with a message and a hint, exit code 2. */
public final class CliException extends RuntimeException {

  private final String hint;

  public CliException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
