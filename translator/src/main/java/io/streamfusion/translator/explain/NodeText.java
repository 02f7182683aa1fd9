package io.streamfusion.translator.explain;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.StateTable;
import io.streamfusion.translator.rel.Changelogs;
import io.streamfusion.translator.rel.ExplainTerms;
import io.streamfusion.translator.rel.RelTranslators;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Pair;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;
import org.apache.flink.table.planner.plan.trait.FlinkRelDistributionTraitDef;
import org.apache.flink.util.TimeUtils;

/** What is said of a node of Flink's plan, wherever plans are shown. */
public final class NodeText {

  private NodeText() {}

  /** The name that Flink prints. */
  public static String name(RelNode rel) {
    return RelTranslators.displayName(rel);
  }

  /** What it does, as Flink's EXPLAIN says it. */
  public static String terms(RelNode rel) {
    List<String> terms = new ArrayList<>();
    for (Pair<String, Object> term : ExplainTerms.all(rel)) {
      if (!(term.right instanceof RelNode)) {
        terms.add(term.left + "=[" + term.right + "]");
      }
    }
    return String.join(", ", terms);
  }

  /** The kinds of rows that leave it, such as <code>{+I,-U,+U}</code>; empty for a sink. */
  public static String changelog(RelNode rel) {
    return Changelogs.mode(rel)
        .map(
            mode ->
                mode.getContainedKinds().stream()
                    .sorted()
                    .map(kind -> kind.shortString())
                    .collect(Collectors.joining(",", "{", "}")))
        .orElse("");
  }

  /** The keys by which its updates can be applied, such as {@code (id) (name, day)}. */
  public static String upsertKeys(RelNode rel) {
    Set<ImmutableBitSet> keys =
        FlinkRelMetadataQuery.reuseOrCreate(rel.getCluster().getMetadataQuery()).getUpsertKeys(rel);
    if (keys == null || keys.isEmpty()) {
      return "";
    }
    List<String> names = rel.getRowType().getFieldNames();
    return keys.stream()
        .map(
            key ->
                key.toList().stream().map(names::get).collect(Collectors.joining(", ", "(", ")")))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  /**
   * The tables of state that a native node keeps, a line each, such as {@code state groups: by
   * (id), (INT) -> count(), TTL 1 h}.
   */
  public static List<String> state(FragmentNode node) {
    if (node.keepsState() && node.state().isEmpty()) {
      return List.of("state: by " + partition(node.rel()));
    }
    return node.state().stream()
        .map(
            table -> "state " + table.name() + ": by " + partition(node.rel()) + ", " + text(table))
        .toList();
  }

  /** What a table of state holds, and for how long. */
  public static String text(StateTable table) {
    return table.schema()
        + (table.schema().endsWith("->") ? " nothing, " : ", ")
        + (table.ttlMillis() > 0
            ? "TTL " + TimeUtils.formatWithHighestUnit(Duration.ofMillis(table.ttlMillis()))
            : "no TTL");
  }

  /** The columns of each input by which rows, and with them state, are spread over tasks. */
  private static String partition(RelNode rel) {
    return rel.getInputs().stream().map(NodeText::partitionOf).collect(Collectors.joining(" = "));
  }

  /** The columns by which the rows of a node are spread over tasks; none if they are not. */
  static String partitionOf(RelNode rel) {
    RelDistribution distribution =
        rel.getTraitSet().getTrait(FlinkRelDistributionTraitDef.INSTANCE());
    List<String> names = rel.getRowType().getFieldNames();
    return distribution == null
        ? "()"
        : distribution.getKeys().stream()
            .map(names::get)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /** What Flink's code evaluates for a native node, a line each, over the call's arguments. */
  static List<String> hostCalls(Fragment fragment, FragmentNode node) {
    return fragment.hostCalls().stream()
        .filter(call -> call.nodeId().equals(node.id()))
        .map(NodeText::text)
        .toList();
  }

  private static String text(HostCall call) {
    String expressions =
        call.expressions().stream().map(Object::toString).collect(Collectors.joining(", "));
    return switch (call.kind()) {
      case SCALAR -> "host call " + call.id() + ": " + expressions;
      case CONDITION -> "host call " + call.id() + ", the condition: " + expressions;
      case PROJECTION -> "host call " + call.id() + ", all columns: " + expressions;
      case CALC -> "host call " + call.id() + ", the condition and columns: " + expressions;
      case STANDBY -> "host call " + call.id() + ", for what a kernel hands back: " + expressions;
    };
  }
}
