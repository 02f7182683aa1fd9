package io.streamfusion.cli.diff;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.text.FullText;
import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.StateLayout;
import io.substrait.proto.Plan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * What a change of a plan file means, by what it holds: the engine's side of a statement. It has
 * neither Flink's plan, nor the declarations of tables, nor the layout of state.
 */
public final class PlanFileDiff {

  private static final Pattern NODE = Pattern.compile(" *\\w+ (s\\d+/\\S+) .*");

  private PlanFileDiff() {}

  /**
   * Compares two plans as a whole.
   *
   * @param file the new one's, for messages
   */
  public static List<QueryDiff> of(String file, Plan before, Plan after) {
    boolean differ = !before.equals(after) && text(before).equals(text(after));
    // What people read of a plan leaves some fields out.
    Function<Plan, String> text = differ ? FullText::of : PlanFileDiff::text;
    return PlanDiff.ofViews(
        Map.of("plan", view(file, before, text)), Map.of("plan", view(file, after, text)));
  }

  private static QueryView view(String file, Plan plan, Function<Plan, String> text) {
    return new QueryView(
        new QueryDiff.Place(file, 1, 1),
        "native",
        true,
        hostNodes(plan),
        text.apply(plan).lines().toList(),
        plan.toByteString(),
        QueryView.withoutNames(plan).toByteString(),
        QueryView.functions(plan, plan),
        List.of(),
        options(plan),
        StateLayout.none());
  }

  private static String text(Plan plan) {
    try {
      return PlanText.of(plan);
    } catch (IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private static int hostNodes(Plan plan) {
    Set<String> nodes = new TreeSet<>();
    for (String line : text(plan).lines().toList()) {
      Matcher node = NODE.matcher(line);
      if (node.matches() && (line.contains("host_call(") || line.contains(" host_project "))) {
        nodes.add(node.group(1));
      }
    }
    return nodes.size();
  }

  private static SortedMap<String, String> options(Plan plan) {
    SortedMap<String, String> options = new TreeMap<>();
    Any enhancement = plan.getAdvancedExtensions().getEnhancement();
    if (enhancement.is(JobHeader.class)) {
      try {
        JobHeader header = enhancement.unpack(JobHeader.class);
        header.getOptionsList().forEach(each -> options.put(each.getKey(), each.getValue()));
        options.put(TableConfigOptions.LOCAL_TIME_ZONE.key(), header.getSessionTimeZone());
      } catch (InvalidProtocolBufferException e) {
        throw unreadable(e);
      }
    }
    return options;
  }

  private static CliException unreadable(Exception e) {
    return new CliException(
        "a plan holds what this version cannot read (" + e.getMessage() + ")",
        "sf-plan validate says more of each file");
  }
}
