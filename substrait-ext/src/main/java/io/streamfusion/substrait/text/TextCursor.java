package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A place in a line of text, from left to right. */
final class TextCursor {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,10}(?!\\d)");

  private final String line;
  private final int number;
  private int position;

  /**
   * The beginning of a line.
   *
   * @param number of the line, 1-based, for messages
   */
  TextCursor(String line, int number) {
    this.line = line;
    this.number = number;
  }

  boolean atEnd() {
    return position == line.length();
  }

  boolean sees(String text) {
    return line.startsWith(text, position);
  }

  /** Goes over a text if it is the next one. */
  boolean takes(String text) {
    if (sees(text)) {
      position += text.length();
      return true;
    }
    return false;
  }

  void expect(String text) throws TextFormat.ParseException {
    if (!takes(text)) {
      throw error("expected '" + text + "'");
    }
  }

  /** Goes over what a pattern matches here; null if it does not. */
  Matcher match(Pattern pattern) {
    Matcher matcher = pattern.matcher(line).region(position, line.length());
    if (!matcher.lookingAt()) {
      return null;
    }
    position = matcher.end();
    return matcher;
  }

  String word() throws TextFormat.ParseException {
    Matcher word = match(WORD);
    if (word == null) {
      throw error("expected a name");
    }
    return word.group();
  }

  int integer() throws TextFormat.ParseException {
    Matcher integer = match(INTEGER);
    long value = integer == null ? Long.MAX_VALUE : Long.parseLong(integer.group());
    if (value != (int) value) {
      throw error("expected an integer of 32 bits");
    }
    return (int) value;
  }

  /** Up to the quote that ends a text; the cursor is behind the one that began it. */
  String quoted(char quote) throws TextFormat.ParseException {
    StringBuilder text = new StringBuilder();
    while (true) {
      if (atEnd()) {
        throw error("the text does not end");
      }
      char next = line.charAt(position++);
      if (next == '\\') {
        text.append(escaped());
      } else if (next == quote && !(quote == '\'' && takes("'"))) {
        return text.toString();
      } else {
        text.append(next);
      }
    }
  }

  private char escaped() throws TextFormat.ParseException {
    if (takes("n")) {
      return '\n';
    }
    if (takes("r")) {
      return '\r';
    }
    if (takes("\\")) {
      return '\\';
    }
    if (takes("\"")) {
      return '"';
    }
    throw error("expected n, r, \\ or \" behind \\");
  }

  int save() {
    return position;
  }

  void restore(int saved) {
    position = saved;
  }

  TextFormat.ParseException error(String message) {
    return new TextFormat.ParseException(number, position + 1, message);
  }
}
