package io.streamfusion.parity.casefile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a case file: directives in leading comments, SQL, data sections in block comments. See
 * docs/parity-cases.md.
 */
public final class CaseParser {
  private static final Pattern DIRECTIVE =
      Pattern.compile("--\\s*(?<name>[a-z-]+):\\s*(?<value>.*)");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?<key>[^=\\s]+)\\s*=\\s*(?<value>.*)");
  private static final Pattern TABLE_OPTION =
      Pattern.compile("(?<table>[^.=\\s]+)\\.(?<key>[^=\\s]+)\\s*=\\s*(?<value>.*)");
  private static final Pattern ROW = Pattern.compile("[+-][IUD]\\[");
  private static final Pattern DATA_START = Pattern.compile("/\\*\\s*data\\s+(?<name>\\S+)\\s*");

  private final Path file;
  private int line;

  private String title;
  private Routing routing;
  private Level level;
  private List<Integer> parallelism = List.of(1, 2);
  private int splits = 1;
  private List<String> zones = List.of("UTC");
  private Optional<String> locale = Optional.empty();
  private List<Boolean> objectReuse = List.of(false);
  private long minRows = 1;
  private OptionalInt hostEvaluations = OptionalInt.empty();
  private final Map<String, String> settings = new TreeMap<>();
  private final Map<String, Map<String, String>> tableOptions = new TreeMap<>();
  private final List<String> statements = new ArrayList<>();
  private final Map<String, List<String>> data = new LinkedHashMap<>();

  private CaseParser(Path file) {
    this.file = file;
  }

  public static ParityCase parse(Path file) throws IOException, CaseException {
    return new CaseParser(file).read(Files.readAllLines(file));
  }

  private ParityCase read(List<String> lines) throws IOException, CaseException {
    int body = readDirectives(lines);
    String sql = readData(lines, body);
    statements.addAll(SqlScript.statements(sql));
    data.replaceAll((name, section) -> dealt(section));
    line = 1;
    if (title == null || routing == null || level == null) {
      throw error("the directives title, routing and level are required");
    }
    if (statements.stream()
        .noneMatch(statement -> statement.regionMatches(true, 0, "INSERT", 0, 6))) {
      throw error("a case needs an INSERT statement");
    }
    return new ParityCase(
        file,
        title,
        routing,
        level,
        parallelism,
        zones,
        locale,
        objectReuse,
        minRows,
        hostEvaluations,
        settings,
        tableOptions,
        statements,
        data);
  }

  /** Returns the index of the first line behind the leading comments. */
  private int readDirectives(List<String> lines) throws IOException, CaseException {
    int index = 0;
    while (index < lines.size()
        && (lines.get(index).isBlank() || lines.get(index).startsWith("--"))) {
      line = index + 1;
      Matcher matcher = DIRECTIVE.matcher(lines.get(index));
      if (matcher.matches()) {
        directive(matcher.group("name"), matcher.group("value").strip());
      }
      index++;
    }
    return index;
  }

  private void directive(String name, String value) throws IOException, CaseException {
    switch (name) {
      case "title" -> title = value;
      case "routing" -> routing = routing(value);
      case "level" -> level = level(value);
      case "parallelism" -> parallelism = numbers(value);
      case "splits" -> splits = numbers(value).get(0);
      case "zones" -> zones = zones(value);
      case "locale" -> locale = Optional.of(locale(value));
      case "object-reuse" -> objectReuse = booleans(value);
      case "min-rows" -> minRows = numbers(value).get(0);
      case "host-evaluations" -> {
        if (!value.matches("\\d{1,3}")) {
          throw error("not a number of expressions: '" + value + "'");
        }
        hostEvaluations = OptionalInt.of(Integer.parseInt(value));
      }
      case "set" -> {
        Matcher setting = match(ASSIGNMENT, value, "key = value");
        settings.put(setting.group("key"), setting.group("value").strip());
      }
      case "table" -> {
        Matcher option = match(TABLE_OPTION, value, "table.option = value");
        tableOptions
            .computeIfAbsent(option.group("table"), table -> new TreeMap<>())
            .put(option.group("key"), option.group("value").strip());
      }
      case "include" -> include(value);
      default -> throw error("unknown directive '" + name + "'");
    }
  }

  private void include(String value) throws IOException, CaseException {
    Path included = file.resolveSibling(value).normalize();
    if (!Files.isRegularFile(included)) {
      throw error("no such file: " + included);
    }
    statements.addAll(SqlScript.statements(Files.readString(included)));
  }

  private Routing routing(String value) throws CaseException {
    if (value.equals("native")) {
      return new Routing.Native();
    }
    if (value.equals("host")) {
      return new Routing.NativeWithHost();
    }
    if (value.equals("standby")) {
      return new Routing.NativeWithStandby();
    }
    if (value.matches("fallback [A-Z0-9_]+")) {
      return new Routing.Fallback(value.substring("fallback ".length()));
    }
    throw error("routing is 'native', 'host', 'standby' or 'fallback CODE', not '" + value + "'");
  }

  private Level level(String value) throws CaseException {
    if (value.equals("ordered")) {
      return new Level.Ordered();
    }
    if (value.equals("table")) {
      return new Level.FinalTable();
    }
    if (value.startsWith("per-key ")) {
      return new Level.PerKey(list(value.substring("per-key ".length())));
    }
    if (value.matches("failure [\\w.$]+")) {
      return new Level.Failure(value.substring("failure ".length()));
    }
    throw error(
        "level is 'ordered', 'per-key COLUMNS', 'table' or 'failure CLASS', not '" + value + "'");
  }

  private String locale(String value) throws CaseException {
    if (!Locale.forLanguageTag(value).toLanguageTag().equals(value)) {
      throw error("not a language tag: '" + value + "'");
    }
    return value;
  }

  private List<Integer> numbers(String value) throws CaseException {
    List<Integer> numbers = new ArrayList<>();
    for (String item : list(value)) {
      if (!item.matches("[1-9]\\d{0,8}")) {
        throw error("not a positive number: '" + item + "'");
      }
      numbers.add(Integer.valueOf(item));
    }
    return numbers;
  }

  private List<Boolean> booleans(String value) throws CaseException {
    List<Boolean> booleans = new ArrayList<>();
    for (String item : list(value)) {
      if (!item.equals("true") && !item.equals("false")) {
        throw error("not true or false: '" + item + "'");
      }
      booleans.add(Boolean.valueOf(item));
    }
    return booleans;
  }

  private List<String> zones(String value) throws CaseException {
    List<String> names = list(value);
    for (String name : names) {
      try {
        ZoneId.of(name);
      } catch (DateTimeException e) {
        throw error("unknown time zone '" + name + "'");
      }
    }
    return names;
  }

  private static List<String> list(String value) {
    return Arrays.stream(value.split(",")).map(String::strip).toList();
  }

  private Matcher match(Pattern pattern, String value, String form) throws CaseException {
    Matcher matcher = pattern.matcher(value);
    if (!matcher.matches()) {
      throw error("expected '" + form + "', not '" + value + "'");
    }
    return matcher;
  }

  /** Takes the data sections out of the body and returns the rest, the SQL. */
  private String readData(List<String> lines, int body) throws CaseException {
    StringBuilder sql = new StringBuilder();
    List<String> section = null;
    int sectionLine = 0;
    for (int index = body; index < lines.size(); index++) {
      line = index + 1;
      String text = lines.get(index);
      Matcher start = DATA_START.matcher(text);
      if (section != null) {
        if (text.strip().equals("*/")) {
          section = null;
        } else if (!text.isBlank() && !text.startsWith("#")) {
          section.add(text.strip());
        }
      } else if (start.matches()) {
        sectionLine = line;
        section = new ArrayList<>();
        if (data.put(start.group("name"), section) != null) {
          throw error("a second data section '" + start.group("name") + "'");
        }
      } else {
        sql.append(text).append('\n');
      }
    }
    if (section != null) {
      line = sectionLine;
      throw error("the data section has no end (a line with only */)");
    }
    return sql.toString();
  }

  /** Gives the rows that name no split to the splits in turn. */
  private List<String> dealt(List<String> section) {
    List<String> lines = new ArrayList<>(section.size());
    int next = 0;
    for (String text : section) {
      if (splits > 1 && ROW.matcher(text).lookingAt()) {
        lines.add(next + ": " + text);
        next = (next + 1) % splits;
      } else {
        lines.add(text);
      }
    }
    return lines;
  }

  private CaseException error(String message) {
    return new CaseException(file, line, message);
  }
}
