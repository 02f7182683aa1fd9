package io.streamfusion.cli.report;

import java.util.List;
import java.util.regex.Pattern;

/** What to do about an error of Flink's parser, validator or planner. */
final class SqlHints {

  private static final String OTHERWISE = "--stacktrace shows where Flink refuses it";

  /** The special before the general. */
  private static final List<Hint> HINTS =
      List.of(
          new Hint(
              "not executed, for it is no declaration",
              "leave it out; sf-plan run executes it, without --compare"),
          new Hint("\"\\$\"|character 36 ", "give variables a value with --define NAME=VALUE"),
          new Hint(
              "Lexical error|Encountered \"\\\\'\"",
              "look for a quote or comment that is not closed, and for characters that are no SQL"),
          new Hint("Encountered \"<EOF>\"", "it ends too early: look for what is not closed"),
          new Hint("Encountered", "check the spelling; reserved words need backquotes"),
          new Hint(
              "Incorrect syntax|Non-query expression",
              "check the spelling; statements end with a semicolon"),
          new Hint(
              "Object '.*not found|Cannot find table",
              "create the table in this file or before it with --init"),
          new Hint(
              "cannot be read here",
              "bind it to a file with --table NAME=FILE, or add its connector with --lib"),
          new Hint(
              "No match found for function signature",
              "add the jar of the function with --lib, or CREATE FUNCTION first"),
          new Hint(
              "(?i)function.*class|class.*(not found|cannot be loaded|could not be)|implementation",
              "add the jar of the function with --lib, or its signature to sf-plan.yaml"),
          new Hint(
              "Could not find any (format )?factory|Cannot discover a connector",
              "name one that is on the class path, or add its jar with --lib"),
          new Hint(
              "Column '.*not found|Unknown (target )?column|Unknown identifier|column.*(un)?known",
              "check the names of columns and types"),
          new Hint("is ambiguous", "say which table's column is meant, as in t.a"),
          new Hint("number of arguments", "check the arguments of the function"),
          new Hint(
              "Different number of columns|[Cc]olumn count mismatch",
              "select as many columns as the other side has"),
          new Hint(
              "Cannot apply|Incompatible types|type mismatch|Type mismatch|not compatible|Cannot infer",
              "CAST to the type that is expected"),
          new Hint("is not being grouped", "GROUP BY it, or aggregate it"),
          new Hint("Aggregate expression is illegal", "compare aggregates in HAVING"),
          new Hint("already exists", "drop it first, or use IF NOT EXISTS"),
          new Hint("does not exist|is not registered", "check the name, or create it first"),
          new Hint("ENFORCED", "declare it NOT ENFORCED: Flink does not check keys"),
          new Hint("(?i)primary key", "a key is made of columns of the table that are NOT NULL"),
          new Hint(
              "(?i)watermark|time attribute",
              "a watermark makes a TIMESTAMP(3) or TIMESTAMP_LTZ(3) column a time attribute"),
          new Hint(
              "doesn't support consuming",
              "write to a table that takes updates, such as upsert-kafka"),
          new Hint("(?i)option|Could not (parse|set) value", "check the options and their values"),
          new Hint("(?i)literal|precision|scale|illegal", "check the value and its range"));

  /** What to do about messages in which something is found. */
  private record Hint(Pattern pattern, String text) {
    Hint(String pattern, String text) {
      this(Pattern.compile(pattern), text);
    }
  }

  private SqlHints() {}

  /** The hint for a message; there is always one. */
  static String of(String message) {
    return HINTS.stream()
        .filter(hint -> hint.pattern().matcher(message).find())
        .map(Hint::text)
        .findFirst()
        .orElse(OTHERWISE);
  }
}
