package io.streamfusion.cli.script;

import io.streamfusion.cli.report.CliException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a SQL file says about itself in comments before its first statement:
 *
 * <pre>
 * -- sf: expect=native
 * -- sf: set table.exec.state.ttl=1 h
 * -- sf: flink&gt;=2.2
 * </pre>
 *
 * @param expectation what becomes of its statements
 * @param settings table options of the file
 * @param versions of Flink that it is for, all of which must hold
 */
public record Header(
    Optional<Expectation> expectation, Map<String, String> settings, List<VersionBound> versions) {

  private static final Pattern DIRECTIVE = Pattern.compile("--\\s*sf:\\s*(.*?)\\s*");
  private static final Pattern EXPECT =
      Pattern.compile("expect\\s*=\\s*(native|fallback|error)\\s*(?:\\((.*)\\))?");
  private static final Pattern SET = Pattern.compile("set\\s+([^=\\s]+)\\s*=\\s*(.*)");
  private static final Pattern FLINK =
      Pattern.compile("flink\\s*(>=|<=|=|>|<)\\s*(\\d+(?:\\.\\d+)*)");

  /** What becomes of the statements of a file. */
  public record Expectation(Kind kind, String detail) {

    /** Of all statements that move rows, but for errors. */
    public enum Kind {
      /** They run natively. */
      NATIVE,
      /** They stay on Flink for the reason that is the detail. */
      FALLBACK,
      /** One of them fails, with a message that has the detail in it, and others may be right. */
      ERROR
    }

    /** As the file says it. */
    public String text() {
      return switch (kind) {
        case NATIVE -> "native";
        case FALLBACK -> "fallback(" + detail + ")";
        case ERROR -> "error(" + detail + ")";
      };
    }
  }

  /** A bound such as {@code >=2.2}. */
  public record VersionBound(String operator, String version) {

    boolean holds(String flink) {
      int difference = compare(numbers(flink), numbers(version));
      return switch (operator) {
        case ">=" -> difference >= 0;
        case "<=" -> difference <= 0;
        case ">" -> difference > 0;
        case "<" -> difference < 0;
        default -> difference == 0;
      };
    }

    private static int[] numbers(String version) {
      return Pattern.compile("\\d+")
          .matcher(version)
          .results()
          .mapToInt(part -> Integer.parseInt(part.group()))
          .toArray();
    }

    /** As far as the bound goes: 2.2.1 is 2.2. */
    private static int compare(int[] version, int[] bound) {
      for (int i = 0; i < bound.length; i++) {
        int part = i < version.length ? version[i] : 0;
        if (part != bound[i]) {
          return Integer.compare(part, bound[i]);
        }
      }
      return 0;
    }
  }

  public Header {
    versions = List.copyOf(versions);
  }

  /**
   * Reads the header of a file.
   *
   * @throws CliException if a directive is not understood, or behind a statement
   */
  public static Header of(String file, String text) {
    Optional<Expectation> expectation = Optional.empty();
    Map<String, String> settings = new LinkedHashMap<>();
    List<VersionBound> versions = new ArrayList<>();
    for (SqlScript.Comment comment : SqlScript.comments(text)) {
      Matcher directive = DIRECTIVE.matcher(comment.text());
      if (!directive.matches()) {
        continue;
      }
      if (!comment.inFront()) {
        throw new CliException(
            file + ":" + comment.line() + ": too late: " + comment.text(),
            "what a file says about itself stands before its first statement");
      }
      String said = directive.group(1);
      Matcher expect = EXPECT.matcher(said);
      Matcher set = SET.matcher(said);
      Matcher flink = FLINK.matcher(said);
      if (expect.matches() && isComplete(expect) && expectation.isEmpty()) {
        String detail = expect.group(2) == null ? "" : expect.group(2).strip();
        expectation = Optional.of(new Expectation(kind(expect.group(1)), detail));
      } else if (set.matches()) {
        settings.put(set.group(1), set.group(2));
      } else if (flink.matches()) {
        versions.add(new VersionBound(flink.group(1), flink.group(2)));
      } else {
        throw new CliException(
            file + ":" + comment.line() + ": not understood: -- sf: " + said,
            "one of: expect=native, expect=fallback(CODE), expect=error(TEXT), set KEY=VALUE,"
                + " flink>=2.2; a file has one expectation");
      }
    }
    return new Header(expectation, settings, versions);
  }

  private static Expectation.Kind kind(String word) {
    return switch (word) {
      case "native" -> Expectation.Kind.NATIVE;
      case "fallback" -> Expectation.Kind.FALLBACK;
      default -> Expectation.Kind.ERROR;
    };
  }

  /** A native query needs no detail, the others do. */
  private static boolean isComplete(Matcher expect) {
    boolean hasDetail = expect.group(2) != null && !expect.group(2).isBlank();
    return hasDetail != expect.group(1).equals("native");
  }

  /** The bound that a version of Flink does not meet, if there is one. */
  public Optional<String> unmet(String flink) {
    return versions.stream()
        .filter(bound -> !bound.holds(flink))
        .map(bound -> "it is for Flink " + bound.operator() + bound.version())
        .findFirst();
  }
}
