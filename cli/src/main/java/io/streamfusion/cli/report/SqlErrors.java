package io.streamfusion.cli.report;

import io.streamfusion.cli.script.SqlStatement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns an exception of Flink's parser, validator or planner into a {@link Diagnostic}. */
public final class SqlErrors {

  /** Calcite's parser says "at line L, column C", its validator "From line L, column C to ...". */
  private static final Pattern POSITION =
      Pattern.compile("(?:[Ff]rom |at )line (\\d+), column (\\d+)");

  private static final Pattern EXPECTED = Pattern.compile("(?s)\\s*Was expecting.*");

  private SqlErrors() {}

  /** Locates the error inside the file: positions in messages count from the statement's start. */
  public static Diagnostic locate(String file, SqlStatement statement, Throwable error) {
    int line = statement.line();
    int column = statement.column();
    for (Throwable t = error; t != null; t = t.getCause()) {
      Matcher matcher = POSITION.matcher(String.valueOf(t.getMessage()));
      if (matcher.find()) {
        int inLine = Integer.parseInt(matcher.group(1));
        int inColumn = Integer.parseInt(matcher.group(2));
        line = statement.line() + inLine - 1;
        column = inLine == 1 ? statement.column() + inColumn - 1 : inColumn;
        break;
      }
    }
    String message = message(error);
    return new Diagnostic(file, line, column, message, Optional.of(SqlHints.of(message)), error);
  }

  private static String message(Throwable error) {
    Throwable deepest = error;
    while (deepest.getCause() != null
        && deepest.getCause().getMessage() != null
        // "For input string" says less than the option that it is about.
        && !(deepest.getCause() instanceof NumberFormatException)) {
      deepest = deepest.getCause();
    }
    String message =
        deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
    if (deepest instanceof ClassNotFoundException) {
      message = "class " + message + " not found";
    }
    message = EXPECTED.matcher(message).replaceFirst("");
    message =
        POSITION.matcher(message).replaceFirst("").replaceAll(" to line \\d+, column \\d+: ", "");
    return message.replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "?").strip();
  }
}
