package io.streamfusion.translator.explain;

import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.rel.Changelogs;
import io.streamfusion.translator.rel.ExplainTerms;
import io.streamfusion.translator.rel.RelTranslators;
import io.streamfusion.translator.support.FallbackReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Pair;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;

/**
 * The plan as a tree per sink: each node with the engine that runs it, its changelog mode, its
 * upsert keys, and why it is not native. The same plan gives the same text.
 *
 * <pre>
 * s0 k: native
 *   Sink(table=[k], fields=[id]): flink
 *     s0/calc-0 NativeCalc(select=[id], where=[id &gt; 1]): kernel {+I}
 *       TableSourceScan(table=[t], fields=[id]): flink {+I}
 * </pre>
 */
public final class ExplainText {
  private static final String INDENT = "  ";

  private final Map<RelNode, FragmentNode> nativeNodes = new IdentityHashMap<>();
  private final TranslationResult result;
  private final StringBuilder text = new StringBuilder();

  private ExplainText(TranslationResult result) {
    this.result = result;
    for (Fragment fragment : result.fragments()) {
      fragment.nodes().forEach(node -> nativeNodes.put(node.rel(), node));
    }
  }

  /** The text for all roots of a translated plan. */
  public static String of(TranslationResult result) {
    ExplainText explain = new ExplainText(result);
    result.sinks().forEach(explain::query);
    return explain.text.toString();
  }

  private void query(SinkRouting sink) {
    line(0, "s%d %s: %s", sink.ordinal(), sink.name(), sink.runsNatively() ? "native" : "on Flink");
    for (FallbackReason reason : sink.reasons()) {
      line(1, "- %s", reason);
    }
    Set<RelNode> printed = Collections.newSetFromMap(new IdentityHashMap<>());
    node(sink.root(), 1, printed);
  }

  private void node(RelNode rel, int depth, Set<RelNode> printed) {
    FragmentNode found = nativeNodes.get(rel);
    String name = RelTranslators.displayName(rel);
    String title = found == null ? name : found.id() + " Native" + name;
    line(
        depth,
        "%s(%s): %s%s%s",
        title,
        terms(rel),
        found == null ? "flink" : engine(found.evaluation()),
        changelog(rel),
        upsertKeys(rel));
    if (result.statuses().get(rel) instanceof NodeStatus.Fallback fallback) {
      for (FallbackReason reason : fallback.reasons()) {
        line(depth + 1, "! %s", reason);
      }
    }
    if (!printed.add(rel)) {
      line(depth + 1, "(as above)");
      return;
    }
    rel.getInputs().forEach(input -> node(input, depth + 1, printed));
  }

  private static String engine(Evaluation evaluation) {
    return evaluation.text();
  }

  private static String terms(RelNode rel) {
    List<String> terms = new ArrayList<>();
    for (Pair<String, Object> term : ExplainTerms.all(rel)) {
      if (!(term.right instanceof RelNode)) {
        terms.add(term.left + "=[" + term.right + "]");
      }
    }
    return String.join(", ", terms);
  }

  private static String changelog(RelNode rel) {
    return Changelogs.mode(rel)
        .map(
            mode ->
                mode.getContainedKinds().stream()
                    .sorted()
                    .map(kind -> kind.shortString())
                    .collect(Collectors.joining(",", " {", "}")))
        .orElse("");
  }

  private static String upsertKeys(RelNode rel) {
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
        .collect(Collectors.joining(" ", " keys=", ""));
  }

  private void line(int depth, String format, Object... arguments) {
    text.append(INDENT.repeat(depth)).append(String.format(format, arguments)).append('\n');
  }
}
