package io.streamfusion.parity.function;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One line of a test file: a case, or text that is kept as it is.
 *
 * @param text the line where it is no case
 * @param function the function's name, null where the line is no case
 * @param arguments the arguments
 * @param declared the result type as the file has it, null if the oracle has to find it
 * @param result the expected result, null if there is none yet or Flink fails
 * @param failure the exception that Flink throws, as class and message, null if it does not fail
 */
public record TestLine(
    String text,
    String function,
    List<TestValue> arguments,
    TestType declared,
    TestValue result,
    String failure) {
  /** Result of a case on which Flink fails; the comment above it names the exception. */
  public static final String ERROR = "<!ERROR>";

  /** The comment above a failing case. */
  public static final String FAILS = "# fails: ";

  private static final String UNKNOWN = "?";

  /** Reads the lines of a file. */
  public static List<TestLine> parse(List<String> source) {
    List<TestLine> lines = new ArrayList<>();
    String failure = null;
    for (String line : source) {
      if (line.startsWith(FAILS)) {
        failure = line.substring(FAILS.length());
        continue;
      }
      boolean isCase = !line.isBlank() && !line.startsWith("#");
      lines.add(
          isCase ? parseCase(line, failure) : new TestLine(line, null, null, null, null, null));
      failure = null;
    }
    return lines;
  }

  /** Whether the line is a case. */
  public boolean isCase() {
    return function != null;
  }

  /** The case with what Flink answers. */
  public TestLine withResult(TestType type, TestValue value, String thrown) {
    return new TestLine(null, function, arguments, type, value, thrown);
  }

  private static TestLine parseCase(String line, String failure) {
    int open = line.indexOf('(');
    int close = closing(line, open);
    List<TestValue> arguments =
        split(line.substring(open + 1, close)).stream().map(TestValue::parse).toList();
    String result = line.substring(line.indexOf('=', close) + 1).trim();
    String function = line.substring(0, open).trim();
    if (result.startsWith(UNKNOWN) || result.startsWith(ERROR)) {
      int type = result.indexOf("::");
      TestType declared = type < 0 ? null : TestType.parse(result.substring(type + 2));
      return new TestLine(null, function, arguments, declared, null, failure);
    }
    TestValue value = TestValue.parse(result);
    return new TestLine(null, function, arguments, value.type(), value, failure);
  }

  private static int closing(String line, int open) {
    int at = open;
    boolean quoted = false;
    while (true) {
      at++;
      char c = line.charAt(at);
      if (quoted && c == '\\') {
        at++;
      } else if (c == '\'') {
        quoted = !quoted;
      } else if (c == ')' && !quoted) {
        return at;
      }
    }
  }

  /** Splits at the commas that are neither in quotes nor in type parameters. */
  private static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    int depth = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      if (quoted && c == '\\') {
        part.append(c).append(list.charAt(++i));
        continue;
      }
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted && (c == '<' || c == '>')) {
        depth += c == '<' ? 1 : -1;
      }
      if (c == ',' && !quoted && depth == 0) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  /** The line as it stands in the file, with the comment above a failing case. */
  public String print() {
    if (!isCase()) {
      return text;
    }
    String call =
        function
            + arguments.stream()
                .map(TestValue::toString)
                .collect(Collectors.joining(", ", "(", ")"));
    return failure == null
        ? call + " = " + result
        : FAILS + failure + "\n" + call + " = " + ERROR + "::" + declared;
  }
}
