package io.streamfusion.parity.casefile;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits SQL text into statements at semicolons outside of quotes and comments. Comments are
 * dropped.
 */
public final class SqlScript {
  private final String text;
  private int position;

  private SqlScript(String text) {
    this.text = text;
  }

  public static List<String> statements(String text) {
    return new SqlScript(text).split();
  }

  private List<String> split() {
    List<String> statements = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (text.startsWith("--", position)) {
        position = end("\n", position);
      } else if (text.startsWith("/*", position) && !text.startsWith("/*+", position)) {
        position = end("*/", position + 2) + 2;
        current.append(' ');
      } else if (c == '\'' || c == '`' || c == '"') {
        int end = end(String.valueOf(c), position + 1) + 1;
        current.append(text, position, Math.min(end, text.length()));
        position = end;
      } else if (c == ';') {
        add(statements, current);
        position++;
      } else {
        current.append(c);
        position++;
      }
    }
    add(statements, current);
    return statements;
  }

  private int end(String terminator, int from) {
    int end = text.indexOf(terminator, from);
    return end < 0 ? text.length() : end;
  }

  private static void add(List<String> statements, StringBuilder current) {
    String statement = current.toString().strip();
    if (!statement.isEmpty()) {
      statements.add(statement);
    }
    current.setLength(0);
  }
}
