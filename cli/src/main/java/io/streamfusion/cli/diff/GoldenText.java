package io.streamfusion.cli.diff;

import com.google.protobuf.ByteString;
import io.streamfusion.translator.StateLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * Reads the text of a golden plan, as {@code ExplainText} and {@code PlanText} wrote it, back into
 * what a diff compares. A line that it does not know counts as part of the plan.
 */
final class GoldenText {

  private static final String TITLE = "-- ";
  private static final String NOTE = "note: ";
  private static final String HEADER = "plan ";
  private static final String FRAGMENTS = "fragments";
  private static final Pattern QUERY = Pattern.compile("s\\d+ (.*): (native|on Flink)");
  private static final Pattern NODE =
      Pattern.compile("( *)(?:(s\\d+/\\S+) Native)?(.*\\)): (kernel|host|flink)(.*)");
  private static final Pattern FRAGMENT_OF = Pattern.compile(" fragment=(\\d+)$");
  private static final Pattern FRAGMENT_HEADER = Pattern.compile("fragment (\\d+)( \\[.*)?");
  private static final Pattern FRAGMENT = Pattern.compile("  (\\d+) (\\S+): .*");
  private static final Pattern STATE =
      Pattern.compile(" *state ?([^:]*): by (\\([^)]*\\)(?: = \\([^)]*\\))*)(?:, (.*))?");
  private static final Pattern BELOW_NODE = Pattern.compile(" *(state[ :]|host call |! ).*");
  private static final Pattern TABLE =
      Pattern.compile(" *(Sink\\(table=\\[[^\\]]*\\]|\\w*TableSource\\w*\\(.*\\)).*");
  private static final Pattern TTL = Pattern.compile(",? (TTL .*|no TTL)$");
  private static final Pattern OF_OUTPUT =
      Pattern.compile(" \\{[^}]*\\}| keys=\\[[^\\]]*\\]| ttl=\\d+ms| s\\d+/\\S+|(?<=\\[)id=\\d+, ");
  private static final Pattern REFERENCE = Pattern.compile(" *reference fragment=(\\d+)");
  private static final Pattern ZONE = Pattern.compile("plan .* zone=(\\S+)");
  private static final Pattern OUTPUT_NAMES = Pattern.compile("(fragment \\d+) \\[.*\\]");

  private final String file;
  private final Map<String, QueryView> views = new LinkedHashMap<>();

  private GoldenText(String file) {
    this.file = file;
  }

  /** The queries of a text, by what they write to. */
  static Map<String, QueryView> views(String file, String text) {
    GoldenText golden = new GoldenText(file);
    List<String> statement = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith(TITLE)) {
        golden.statement(statement);
        statement.clear();
      }
      statement.add(line);
    }
    golden.statement(statement);
    return golden.views;
  }

  /** The lines of a statement, apart. */
  private static final class Parts {
    private final Map<String, List<String>> queries = new LinkedHashMap<>();
    private final Map<String, String> fragments = new TreeMap<>();
    private final List<String> outline = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    private static Parts of(List<String> statement) {
      Parts parts = new Parts();
      List<String> target = parts.others;
      for (String line : statement.subList(1, statement.size())) {
        Matcher query = QUERY.matcher(line);
        Matcher fragment = FRAGMENT.matcher(line);
        if (query.matches()) {
          target = new ArrayList<>(List.of(query.group(2)));
          parts.queries.put(free(query.group(1), parts.queries), target);
        } else if (line.startsWith(HEADER)) {
          target = parts.outline;
          target.add(line);
        } else if (line.equals(FRAGMENTS)) {
          target = new ArrayList<>();
        } else if (target != parts.outline && fragment.matches()) {
          parts.fragments.put(fragment.group(1), fragment.group(2));
        } else if (!line.isBlank() && !line.startsWith(NOTE)) {
          target.add(line);
        }
      }
      return parts;
    }
  }

  private void statement(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).startsWith(TITLE)) {
      return;
    }
    Parts parts = Parts.of(lines);
    parts.queries.forEach((name, query) -> put(name, view(parts, query)));
    if (!parts.others.isEmpty()) {
      put(
          "statement " + lines.get(0).substring(TITLE.length()),
          view(String.join("; ", parts.others), false, parts.others, parts));
    }
  }

  private void put(String name, QueryView view) {
    views.put(free(name, views), view);
  }

  private static String free(String name, Map<String, ?> taken) {
    String key = name;
    for (int again = 2; taken.containsKey(key); again++) {
      key = name + " (" + again + ")";
    }
    return key;
  }

  private QueryView view(Parts parts, List<String> query) {
    boolean runsNatively = query.get(0).equals("native");
    List<String> tree = query.subList(1, query.size());
    String reason =
        tree.stream().filter(line -> line.startsWith("  - ")).findFirst().orElse("    ");
    return view(
        runsNatively ? "native" : "on Flink: " + reason.substring(4),
        runsNatively,
        tree.stream().filter(line -> !line.startsWith("  - ")).toList(),
        parts);
  }

  private QueryView view(String routing, boolean runsNatively, List<String> tree, Parts parts) {
    String plan = String.join("\n", part(parts, tree));
    List<String> asFlink = asFlink(tree);
    return new QueryView(
        new QueryDiff.Place(file, 1, 1),
        routing,
        runsNatively,
        hostNodes(tree),
        asFlink,
        ByteString.copyFromUtf8(runsNatively ? plan : ""),
        ByteString.copyFromUtf8(runsNatively ? OUTPUT_NAMES.matcher(plan).replaceAll("$1") : ""),
        Map.of(),
        List.copyOf(new TreeSet<>(asFlink.stream().flatMap(GoldenText::table).toList())),
        options(parts.outline),
        new StateLayout(runsNatively ? state(tree, parts) : new TreeMap<>()));
  }

  /** The engine's plan without the fragments that belong to other queries alone. */
  private static List<String> part(Parts parts, List<String> query) {
    Set<String> others = new TreeSet<>();
    parts.queries.values().forEach(tree -> others.addAll(fragments(tree)));
    others.removeAll(fragments(query));
    List<String> part = new ArrayList<>();
    boolean isOwn = true;
    for (String line : parts.outline) {
      Matcher header = FRAGMENT_HEADER.matcher(line);
      if (header.matches()) {
        isOwn = !others.contains(header.group(1));
      }
      if (isOwn) {
        part.add(line);
      }
    }
    return part;
  }

  private static Set<String> fragments(List<String> tree) {
    return tree.stream()
        .map(FRAGMENT_OF::matcher)
        .filter(Matcher::find)
        .map(fragment -> fragment.group(1))
        .collect(Collectors.toSet());
  }

  private static int hostNodes(List<String> tree) {
    return (int)
        tree.stream()
            .map(NODE::matcher)
            .filter(node -> node.matches() && node.group(4).equals("host"))
            // What feeds two nodes of a query has two lines.
            .map(node -> node.group(2))
            .distinct()
            .count();
  }

  /** The tree as if Flink ran all of it. */
  private static List<String> asFlink(List<String> tree) {
    List<String> lines = new ArrayList<>();
    for (String line : tree) {
      Matcher node = NODE.matcher(line);
      if (node.matches()) {
        String traits = FRAGMENT_OF.matcher(node.group(5)).replaceAll("");
        lines.add(node.group(1) + node.group(3) + ": flink" + traits);
      } else if (!BELOW_NODE.matcher(line).matches()) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static Stream<String> table(String line) {
    Matcher table = TABLE.matcher(line);
    return table.matches() ? Stream.of(table.group(1)) : Stream.empty();
  }

  private static SortedMap<String, String> options(List<String> outline) {
    SortedMap<String, String> options = new TreeMap<>();
    for (String line : outline) {
      Matcher zone = ZONE.matcher(line);
      if (zone.matches()) {
        options.put(TableConfigOptions.LOCAL_TIME_ZONE.key(), zone.group(1));
      }
      if (line.startsWith("  option ")) {
        String[] option = line.substring("  option ".length()).split(" = ", 2);
        options.put(option[0], option[1]);
      }
    }
    return options;
  }

  /** By fragment, node and table, as {@link StateLayout#of} has them. */
  private static SortedMap<String, StateLayout.Kept> state(List<String> tree, Parts parts) {
    SortedMap<String, StateLayout.Kept> tables = new TreeMap<>();
    for (int i = 0; i < tree.size(); i++) {
      Matcher node = NODE.matcher(tree.get(i));
      Matcher fragment = FRAGMENT_OF.matcher(tree.get(i));
      if (!node.matches() || node.group(2) == null || !fragment.find()) {
        continue;
      }
      List<String> below = below(tree, i, node.group(1).length());
      int indent = node.group(1).length();
      String inputs =
          asFlink(below).stream()
              .map(line -> line.substring(indent))
              .collect(Collectors.joining("\n"));
      String place = parts.fragments.get(fragment.group(1)) + " " + node.group(2) + " ";
      String computed = computed(each -> each.contains(" " + node.group(2) + " "), parts.outline);
      for (String line : below) {
        Matcher state = STATE.matcher(line);
        if (!BELOW_NODE.matcher(line).matches()) {
          break;
        }
        if (state.matches()) {
          tables.put(place + state.group(1), kept(node.group(3), state, computed + inputs));
        }
      }
    }
    return tables;
  }

  /** Of a node that does not tell its tables, only the same node is known to read the state. */
  private static StateLayout.Kept kept(String node, Matcher state, String computation) {
    String schema = state.group(3) == null ? node : TTL.matcher(state.group(3)).replaceAll("");
    return new StateLayout.Kept(schema, computation);
  }

  /**
   * What a node and all that feeds it do in the engine's plan, which has types and no names; not
   * for whom, and for how long.
   *
   * @param start picks the node's line
   */
  private static String computed(Predicate<String> start, List<String> outline) {
    int line = 0;
    while (line < outline.size() && !start.test(outline.get(line))) {
      line++;
    }
    if (line == outline.size()) {
      return "";
    }
    String first = outline.get(line);
    List<String> lines = new ArrayList<>(List.of(first));
    lines.addAll(below(outline, line, first.length() - first.stripLeading().length()));
    return lines.stream().map(each -> computed(each, outline)).collect(Collectors.joining());
  }

  private static String computed(String line, List<String> outline) {
    Matcher reference = REFERENCE.matcher(line);
    if (reference.matches()) {
      Pattern fragment = Pattern.compile("fragment " + reference.group(1) + "( \\[.*)?");
      return computed(fragment.asMatchPredicate(), outline);
    }
    return line.startsWith("fragment ")
        ? ""
        : OF_OUTPUT.matcher(line.strip()).replaceAll("") + "\n";
  }

  private static List<String> below(List<String> tree, int node, int indent) {
    int end = node + 1;
    while (end < tree.size() && tree.get(end).startsWith(" ".repeat(indent + 1))) {
      end++;
    }
    return tree.subList(node + 1, end);
  }
}
