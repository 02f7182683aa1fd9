package io.streamfusion.translator.explain;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;

/**
 * What a translation made of a plan, for people: in Flink's EXPLAIN, in {@code sf-plan} and in
 * golden plans. Each query says where it runs and why not natively; below it, by level, its native
 * nodes or the whole tree: each node with the engine that runs it, its changelog mode, its upsert
 * keys, its fragment, its state, what the host evaluates for it, and why it is not native. The
 * fragments follow. The same plan gives the same text.
 *
 * <pre>
 * s0 k: native
 *   Sink(table=[k], fields=[id, n]): flink
 *     s0/group_aggregate-0 NativeGroupAggregate(groupBy=[id], ...): kernel {+I,-U,+U} keys=(id) fragment=1
 *       state groups: by (id), (INT) -&gt; count(), TTL 1 h
 *       s0/exchange-0 NativeExchange(distribution=[hash[id]]): kernel {+I} fragment=0
 *         TableSourceScan(table=[t], fields=[id]): flink {+I}
 * fragments
 *   0 s0/exchange-0: reads rows of TableSourceScan [id]; sends columns by hash of (id) to 1
 *   1 s0/host_sink-0: reads columns of 0; gives rows to Flink
 * </pre>
 */
public final class ExplainText {
  private static final String INDENT = "  ";

  /** How much is said. */
  public enum Level {
    /** Queries, reasons, native nodes: what stands beside a plan that Flink prints. */
    SUMMARY,
    /** Queries, reasons, the whole tree, fragments. */
    PLAN,
    /** The tree with the names and types of each node's columns. */
    FULL
  }

  private final Map<RelNode, FragmentNode> nativeNodes = new IdentityHashMap<>();
  private final Map<RelNode, Fragment> fragments = new IdentityHashMap<>();
  private final TranslationResult result;
  private final Level level;
  private final StringBuilder text = new StringBuilder();

  private ExplainText(TranslationResult result, Level level) {
    this.result = result;
    this.level = level;
    for (Fragment fragment : result.fragments()) {
      for (FragmentNode node : fragment.nodes()) {
        nativeNodes.put(node.rel(), node);
        fragments.put(node.rel(), fragment);
      }
    }
  }

  /** The text for all roots of a translated plan. */
  public static String of(TranslationResult result, Level level) {
    ExplainText explain = new ExplainText(result, level);
    result.sinks().forEach(explain::query);
    if (level != Level.SUMMARY && !result.fragments().isEmpty()) {
      explain.line(0, "fragments");
      result.fragments().forEach(fragment -> explain.line(1, "%s", FragmentText.of(fragment)));
    }
    return explain.text.toString();
  }

  private void query(SinkRouting sink) {
    line(0, "s%d %s: %s", sink.ordinal(), sink.name(), sink.runsNatively() ? "native" : "on Flink");
    for (FallbackReason reason : sink.reasons()) {
      line(1, "- %s", reason);
    }
    Set<RelNode> printed = Collections.newSetFromMap(new IdentityHashMap<>());
    switch (level) {
      case SUMMARY -> nativeNodes(sink.root(), 1, printed);
      case PLAN, FULL -> node(sink.root(), 1, printed);
    }
  }

  /** Consumers first, as in the tree. */
  private void nativeNodes(RelNode rel, int depth, Set<RelNode> printed) {
    FragmentNode found = nativeNodes.get(rel);
    if (found != null && printed.add(rel)) {
      line(depth, "%s: %s", title(found), found.evaluation().text());
    }
    rel.getInputs().forEach(input -> nativeNodes(input, depth, printed));
  }

  private static String title(FragmentNode node) {
    return node.id() + " Native" + node.name();
  }

  private void node(RelNode rel, int depth, Set<RelNode> printed) {
    FragmentNode found = nativeNodes.get(rel);
    line(
        depth,
        "%s(%s): %s%s%s%s%s",
        found == null ? NodeText.name(rel) : title(found),
        NodeText.terms(rel),
        found == null ? "flink" : found.evaluation().text(),
        prefixed(" ", NodeText.changelog(rel)),
        prefixed(" keys=", NodeText.upsertKeys(rel)),
        found == null ? "" : " fragment=" + fragments.get(rel).ordinal(),
        level == Level.FULL ? " columns=" + rel.getRowType().getFullTypeString() : "");
    if (result.statuses().get(rel) instanceof NodeStatus.Fallback fallback) {
      for (FallbackReason reason : fallback.reasons()) {
        line(depth + 1, "! %s", reason);
      }
    }
    if (!printed.add(rel)) {
      line(depth + 1, "(as above)");
      return;
    }
    if (found != null) {
      NodeText.state(found).forEach(table -> line(depth + 1, "%s", table));
      NodeText.hostCalls(fragments.get(rel), found).forEach(call -> line(depth + 1, "%s", call));
    }
    rel.getInputs().forEach(input -> node(input, depth + 1, printed));
  }

  private static String prefixed(String prefix, String text) {
    return text.isEmpty() ? "" : prefix + text;
  }

  private void line(int depth, String format, Object... arguments) {
    text.append(INDENT.repeat(depth)).append(String.format(format, arguments)).append('\n');
  }
}
