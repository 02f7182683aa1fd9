package io.streamfusion.translator.rex.function;

/**
 * The DATE_FORMAT patterns that the engine formats as Java does. The same grammar as the engine's
 * {@code datetime/pattern.rs}, which refuses every other pattern.
 */
public final class DateFormatSubset {
  private static final int MAX_FRACTION = 9;
  private static final String RESERVED = "[]{}#";

  private DateFormatSubset() {}

  public static boolean accepts(String pattern) {
    int at = 0;
    while (at < pattern.length()) {
      char character = pattern.charAt(at);
      if (character == '\'') {
        at = endOfQuoted(pattern, at);
        if (at < 0) {
          return false;
        }
      } else if (isLetter(character)) {
        int end = at;
        while (end < pattern.length() && pattern.charAt(end) == character) {
          end++;
        }
        if (!isField(character, end - at)) {
          return false;
        }
        at = end;
      } else if (RESERVED.indexOf(character) >= 0) {
        return false;
      } else {
        at++;
      }
    }
    return true;
  }

  private static boolean isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }

  /** Where the text behind a quote goes on, -1 if the quote is not closed. */
  private static int endOfQuoted(String pattern, int quote) {
    int at = quote + 1;
    if (at < pattern.length() && pattern.charAt(at) == '\'') {
      return at + 1;
    }
    while (at < pattern.length()) {
      if (pattern.charAt(at) == '\'') {
        if (at + 1 == pattern.length() || pattern.charAt(at + 1) != '\'') {
          return at + 1;
        }
        at++;
      }
      at++;
    }
    return -1;
  }

  private static boolean isField(char letter, int count) {
    switch (letter) {
      case 'y':
        return count == 4;
      case 'M', 'd', 'H', 'm', 's':
        return count <= 2;
      case 'S':
        return count <= MAX_FRACTION;
      default:
        return false;
    }
  }
}
