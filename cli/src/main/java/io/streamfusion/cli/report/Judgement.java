package io.streamfusion.cli.report;

/**
 * Something that a command looked at, for programs.
 *
 * @param file where it is
 * @param line 1-based
 * @param column 1-based
 * @param name what was looked at, such as a query of the file
 * @param title what was found, in few words
 * @param message what was found; several lines, or none
 * @param isFinding whether somebody has to act
 */
public record Judgement(
    String file,
    int line,
    int column,
    String name,
    String title,
    String message,
    boolean isFinding) {

  /** A statement of a SQL file, with its routing as the title. */
  public static Judgement ofStatement(
      String file, StatementReport report, String message, boolean isFinding) {
    return new Judgement(
        file,
        report.planned().statement().line(),
        report.planned().statement().column(),
        "line " + report.planned().statement().line() + ": " + report.planned().statement().title(),
        report.routing().text(),
        message,
        isFinding);
  }

  /** Something that is a file as a whole. */
  public static Judgement ofFile(String file, String title, String message, boolean isFinding) {
    return new Judgement(file, 1, 1, file, title, message, isFinding);
  }
}
