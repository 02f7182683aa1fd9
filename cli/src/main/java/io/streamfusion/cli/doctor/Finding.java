package io.streamfusion.cli.doctor;

import io.streamfusion.cli.report.Judgement;
import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param level how bad it is
 * @param what what was found
 * @param hint what to do; empty if nothing has to be done
 */
public record Finding(Level level, String what, String hint) {

  /** How bad a finding is. */
  public enum Level {
    OK,
    /** Works, but not as well as it could. */
    WARN,
    /** StreamFusion does not run natively like this. */
    FAIL
  }

  static Finding ok(String text) {
    return new Finding(Level.OK, text, "");
  }

  static Finding warn(String text, String hint) {
    return new Finding(Level.WARN, text, hint);
  }

  static Finding fail(String text, String hint) {
    return new Finding(Level.FAIL, text, hint);
  }

  /** For programs; {@code home} is the distribution. */
  public Judgement judge(String home) {
    return new Judgement(home, 1, 1, what, word(), hint, level == Level.FAIL);
  }

  private String word() {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  public String text() {
    return String.format("%-4s  %s", word(), what)
        + (hint.isEmpty() ? "" : "\n      hint: " + hint);
  }
}
