package io.streamfusion.cli.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Splits SQL text into statements at semicolons, as {@code sql-client.sh -f} does, and remembers
 * where each one starts. Semicolons in quotes, comments and statement sets do not split.
 */
public final class SqlScript {

  /** Up to its first semicolon. */
  private static final Pattern STATEMENT_SET =
      Pattern.compile(
          "((EXECUTE|EXPLAIN|COMPILE)\\b.*\\s)?STATEMENT\\s+SET\\s+BEGIN\\b.*|BEGIN\\s+STATEMENT\\s+SET",
          Pattern.DOTALL);

  private final String sql;
  private final List<SqlStatement> statements = new ArrayList<>();
  private final List<Comment> comments = new ArrayList<>();
  private int start = -1;
  private int position;
  private int line = 1;
  private int column = 1;

  /**
   * A comment from {@code --} to the end of its line.
   *
   * @param line 1-based
   * @param inFront whether no statement has begun before it
   */
  record Comment(String text, int line, boolean inFront) {}

  private SqlScript(String sql) {
    this.sql = sql;
  }

  /** Splits a script; the result has no empty statements. */
  public static List<SqlStatement> split(String text) {
    return List.copyOf(read(text).statements);
  }

  /** The comments of a script, but for those between {@code /*} and their end. */
  static List<Comment> comments(String text) {
    return List.copyOf(read(text).comments);
  }

  private static SqlScript read(String text) {
    String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
    SqlScript script = new SqlScript(withoutMark);
    script.run();
    return script;
  }

  private void run() {
    StringBuilder words = new StringBuilder();
    int startLine = 0;
    int startColumn = 0;
    boolean inSet = false;
    while (position < sql.length()) {
      if (skipComment()) {
        words.append(' ');
        continue;
      }
      char c = sql.charAt(position);
      if (start < 0 && !Character.isWhitespace(c) && c != ';') {
        start = position;
        startLine = line;
        startColumn = column;
        words.setLength(0);
      }
      if (c == '\'' || c == '`' || c == '"') {
        skipQuoted(c);
        words.append(" ? ");
        continue;
      }
      if (c != ';') {
        words.append(c);
        advance();
        continue;
      }
      String head = words.toString().strip().toUpperCase(Locale.ROOT);
      // Of a statement set, only what stands between two semicolons: sets can be long.
      words.setLength(0);
      inSet = inSet ? !head.equals("END") : STATEMENT_SET.matcher(head).matches();
      if (!inSet && start >= 0) {
        add(startLine, startColumn);
        start = -1;
      }
      advance();
    }
    if (start >= 0) {
      add(startLine, startColumn);
    }
  }

  private void add(int startLine, int startColumn) {
    String text = sql.substring(start, position).stripTrailing();
    if (!text.isEmpty()) {
      statements.add(new SqlStatement(statements.size() + 1, text, startLine, startColumn));
    }
  }

  private boolean skipComment() {
    if (sql.startsWith("--", position)) {
      int from = position;
      while (position < sql.length() && sql.charAt(position) != '\n') {
        advance();
      }
      comments.add(
          new Comment(
              sql.substring(from, position).strip(), line, statements.isEmpty() && start < 0));
      return true;
    }
    // A hint, /*+ ... */, is part of the statement; it holds no semicolons that split.
    if (sql.startsWith("/*", position)) {
      int end = sql.indexOf("*/", position + 2);
      int stop = end < 0 ? sql.length() : end + 2;
      while (position < stop) {
        advance();
      }
      return true;
    }
    return false;
  }

  private void skipQuoted(char quote) {
    advance();
    while (position < sql.length()) {
      char c = sql.charAt(position);
      advance();
      if (c == quote) {
        return;
      }
    }
  }

  private void advance() {
    if (sql.charAt(position) == '\n') {
      line++;
      column = 1;
    } else {
      column++;
    }
    position++;
  }
}
