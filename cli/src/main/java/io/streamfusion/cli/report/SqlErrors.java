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
    return new Diagnostic(file, line, column, message, hint(message), error);
  }

  private static String message(Throwable error) {
    Throwable deepest = error;
    while (deepest.getCause() != null && deepest.getCause().getMessage() != null) {
      deepest = deepest.getCause();
    }
    String message =
        deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
    message = EXPECTED.matcher(message).replaceFirst("");
    message =
        POSITION.matcher(message).replaceFirst("").replaceAll(" to line \\d+, column \\d+: ", "");
    return message.replaceAll("\\s+", " ").strip();
  }

  private static Optional<String> hint(String message) {
    if (message.contains("Object '") && message.contains("not found")) {
      return Optional.of("create the table in this file or before it with --init");
    }
    if (message.contains("Encountered")) {
      return Optional.of("check the spelling; reserved words need backquotes");
    }
    if (message.contains("cannot be read here")) {
      return Optional.of(
          "bind it to a file with --table NAME=FILE, or add its connector with --lib");
    }
    if (message.contains("No match found for function signature")) {
      return Optional.of("add the jar of the function with --lib, or CREATE FUNCTION first");
    }
    return Optional.empty();
  }
}
