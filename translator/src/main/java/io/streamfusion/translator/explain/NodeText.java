package io.streamfusion.translator.explain;

import io.streamfusion.translator.rel.Changelogs;
import io.streamfusion.translator.rel.ExplainTerms;
import io.streamfusion.translator.rel.RelTranslators;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Pair;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;

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
}
