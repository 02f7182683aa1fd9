package io.streamfusion.parity.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A cursor over the text of data values, with the lexical rules that all types share. */
final class ValueText {
  private final String text;
  private int position;

  ValueText(String text) {
    this.text = text;
  }

  void skipBlanks() {
    while (position < text.length() && text.charAt(position) == ' ') {
      position++;
    }
  }

  boolean atEnd() {
    return position >= text.length();
  }

  boolean accept(String token) {
    skipBlanks();
    if (text.startsWith(token, position)) {
      position += token.length();
      return true;
    }
    return false;
  }

  void expect(String token) {
    if (!accept(token)) {
      throw error("expected '" + token + "'");
    }
  }

  /** An unquoted value: everything up to a delimiter. */
  String word() {
    skipBlanks();
    int start = position;
    while (position < text.length() && ",]})".indexOf(text.charAt(position)) < 0) {
      position++;
    }
    String word = text.substring(start, position).strip();
    if (word.isEmpty()) {
      throw error("expected a value");
    }
    return word;
  }

  /** A map key in unquoted form ends at a colon followed by a blank. */
  String key() {
    skipBlanks();
    int end = text.indexOf(": ", position);
    if (end < 0) {
      throw error("expected a key and ': '");
    }
    String key = text.substring(position, end).strip();
    position = end;
    return key;
  }

  boolean atQuote() {
    skipBlanks();
    return position < text.length() && text.charAt(position) == '\'';
  }

  /**
   * A quoted text as UTF-8 bytes. '' is a quote; \n, \t, \r, \\ and the escapes \\uXXXX (one UTF-16
   * unit) and \xXX (one raw byte, so that text need not be well-formed) are read.
   */
  byte[] quoted() {
    expect("'");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringBuilder pending = new StringBuilder();
    while (true) {
      if (atEnd()) {
        throw error("unterminated text");
      }
      char c = text.charAt(position++);
      if (c == '\'') {
        if (!atEnd() && text.charAt(position) == '\'') {
          position++;
          pending.append('\'');
          continue;
        }
        flush(pending, bytes);
        return bytes.toByteArray();
      }
      if (c != '\\') {
        pending.append(c);
        continue;
      }
      char escape = atEnd() ? '?' : text.charAt(position++);
      switch (escape) {
        case 'n' -> pending.append('\n');
        case 't' -> pending.append('\t');
        case 'r' -> pending.append('\r');
        case '\\' -> pending.append('\\');
        case 'u' -> pending.append((char) hex(4));
        case 'x' -> {
          flush(pending, bytes);
          bytes.write(hex(2));
        }
        default -> throw error("unknown escape \\" + escape);
      }
    }
  }

  /** X'..' in hexadecimal. */
  byte[] binary() {
    expect("X'");
    int end = text.indexOf('\'', position);
    if (end < 0) {
      throw error("unterminated bytes");
    }
    byte[] bytes = HexFormat.of().parseHex(text.substring(position, end));
    position = end + 1;
    return bytes;
  }

  DataException error(String problem) {
    return new DataException(problem + " at character " + (position + 1) + " of: " + text);
  }

  private int hex(int digits) {
    if (position + digits > text.length()) {
      throw error("unterminated escape");
    }
    int value = HexFormat.fromHexDigits(text, position, position + digits);
    position += digits;
    return value;
  }

  private static void flush(StringBuilder pending, ByteArrayOutputStream bytes) {
    bytes.writeBytes(pending.toString().getBytes(StandardCharsets.UTF_8));
    pending.setLength(0);
  }
}
