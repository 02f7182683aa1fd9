package io.streamfusion.cli.script;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of the variables in SQL text, <code>${NAME}</code>. A name without a value stays as it is:
 * in quotes it may mean something to a function, and elsewhere the parser names its place.
 */
public record Definitions(Map<String, String> values) {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w[\\w.-]*)}");

  public Definitions {
    values = Map.copyOf(values);
  }

  /** The text with values in place of variables. */
  public String apply(String text) {
    return VARIABLE.matcher(text).replaceAll(this::value);
  }

  private String value(MatchResult variable) {
    return Matcher.quoteReplacement(values.getOrDefault(variable.group(1), variable.group()));
  }
}
