package io.streamfusion.translator.rex.function;

/**
 * The regular expressions that the engine matches as Java does: literal characters, {@code .},
 * classes, {@code ^} and {@code $}, groups, alternation, and {@code ? * + {n,m}} on a single
 * element. The same grammar as the engine's {@code string/java_regex/parser.rs}, which refuses
 * every other pattern.
 */
public final class JavaRegexSubset {
  private static final int MAX_PATTERN_CHARS = 512;
  private static final int MAX_GROUP_DEPTH = 16;
  private static final int MAX_BOUND = 10_000;
  private static final char SURROGATES_START = '\uD800';
  private static final char SURROGATES_END = '\uE000';

  private final String pattern;
  private int at;
  private int groups;
  private int depth;

  private JavaRegexSubset(String pattern) {
    this.pattern = pattern;
  }

  /** Whether the engine takes the pattern and the pattern has that group. */
  public static boolean accepts(String pattern, long group) {
    if (pattern.length() > MAX_PATTERN_CHARS
        || pattern.chars().anyMatch(c -> Character.isSurrogate((char) c))) {
      return false;
    }
    JavaRegexSubset parser = new JavaRegexSubset(pattern);
    return parser.alternatives()
        && parser.at == pattern.length()
        && group >= 0
        && group <= parser.groups;
  }

  private boolean ended() {
    return at == pattern.length();
  }

  private boolean nextIs(char wanted) {
    return !ended() && pattern.charAt(at) == wanted;
  }

  private boolean nextIsOneOf(String wanted) {
    return !ended() && wanted.indexOf(pattern.charAt(at)) >= 0;
  }

  private boolean eat(char wanted) {
    boolean found = nextIs(wanted);
    at += found ? 1 : 0;
    return found;
  }

  private boolean alternatives() {
    do {
      while (!ended() && !nextIsOneOf("|)")) {
        if (!item()) {
          return false;
        }
      }
    } while (eat('|'));
    return true;
  }

  private boolean item() {
    char character = pattern.charAt(at++);
    switch (character) {
      case '(':
        return group();
      case '^', '$':
        return isUnquantified();
      case '[':
        return characterClass() && quantifier();
      case '\\':
        return !ended() && Escape.of(pattern.charAt(at++)) != null && quantifier();
      case '*', '+', '?', '{', '}', ']':
        return false;
      default:
        return quantifier();
    }
  }

  private boolean group() {
    depth++;
    if (depth > MAX_GROUP_DEPTH) {
      return false;
    }
    if (eat('?')) {
      if (!eat(':')) {
        return false;
      }
    } else {
      groups++;
    }
    if (!alternatives() || !eat(')')) {
      return false;
    }
    depth--;
    return isUnquantified();
  }

  private boolean isUnquantified() {
    return !nextIsOneOf("*+?{");
  }

  private boolean quantifier() {
    if (nextIsOneOf("*+?")) {
      at++;
    } else if (eat('{')) {
      if (!bounds()) {
        return false;
      }
    } else {
      return true;
    }
    eat('?');
    // A second quantifier, or a possessive one.
    return isUnquantified();
  }

  /** {@code {n}}, {@code {n,}} or {@code {n,m}}, its brace already taken. */
  private boolean bounds() {
    int min = number();
    int max = min;
    if (eat(',')) {
      max = nextIs('}') ? Integer.MAX_VALUE : number();
    }
    return min >= 0 && max >= min && eat('}');
  }

  /** A number up to the bound, -1 for anything else. */
  private int number() {
    int value = -1;
    while (!ended() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
      value = Math.min(Math.max(value, 0) * 10 + pattern.charAt(at++) - '0', MAX_BOUND + 1);
    }
    return value <= MAX_BOUND ? value : -1;
  }

  /** A class, its bracket already taken. */
  private boolean characterClass() {
    eat('^');
    boolean empty = true;
    while (!ended()) {
      char character = pattern.charAt(at++);
      if (character == ']') {
        return !empty;
      }
      empty = false;
      if (!classElement(character)) {
        return false;
      }
    }
    return false;
  }

  private boolean classElement(char character) {
    switch (character) {
      case '[', '^', '-':
        return false;
      case '&':
        // An intersection.
        return !nextIs('&') && range('&');
      case '\\':
        if (ended()) {
          return false;
        }
        Escape escape = Escape.of(pattern.charAt(at++));
        if (escape == null || escape.negated()) {
          return false;
        }
        return !escape.single() || range(escape.character());
      default:
        return range(character);
    }
  }

  /** The rest of {@code low-high}, if there is one. */
  private boolean range(char low) {
    if (!eat('-')) {
      return true;
    }
    if (ended()) {
      return false;
    }
    char high = pattern.charAt(at++);
    if (high == '\\') {
      Escape escape = ended() ? null : Escape.of(pattern.charAt(at++));
      if (escape == null || !escape.single()) {
        return false;
      }
      high = escape.character();
    } else if ("][^-".indexOf(high) >= 0) {
      return false;
    }
    return low <= high && !(low < SURROGATES_START && high >= SURROGATES_END);
  }

  /**
   * A backslash and a character.
   *
   * @param single whether it stands for one character, and then for which
   */
  private record Escape(boolean single, char character, boolean negated) {

    /** Null for an escape outside of the dialect. */
    static Escape of(char character) {
      switch (character) {
        case 'd', 'w', 's':
          return new Escape(false, character, false);
        case 'D', 'W', 'S':
          return new Escape(false, character, true);
        case 't':
          return new Escape(true, '\t', false);
        case 'n':
          return new Escape(true, '\n', false);
        case 'r':
          return new Escape(true, '\r', false);
        case 'f':
          return new Escape(true, '\f', false);
        default:
          return isPunctuation(character) ? new Escape(true, character, false) : null;
      }
    }

    private static boolean isPunctuation(char character) {
      return character > ' '
          && character < 0x7F
          && !(character >= '0' && character <= '9')
          && !(character >= 'a' && character <= 'z')
          && !(character >= 'A' && character <= 'Z');
    }
  }
}
