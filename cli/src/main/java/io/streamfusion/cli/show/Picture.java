package io.streamfusion.cli.show;

import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.StateTable;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.explain.NodeText;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Exchange;

/**
 * The plan of a statement as boxes and arrows. Exchanges are arrows.
 *
 * @param title the statement's first words
 * @param routing where it runs
 * @param nodes inputs before consumers
 */
record Picture(String title, String routing, List<Node> nodes, List<Edge> edges) {

  /** What runs a node. */
  enum Engine {
    KERNEL("native"),
    HOST("native, host evaluator"),
    FLINK("Flink");

    private final String text;

    Engine(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }

    /** As in style sheets. */
    String style() {
      return switch (this) {
        case KERNEL -> "kernel";
        case HOST -> "host";
        case FLINK -> "flink";
      };
    }
  }

  /**
   * A box.
   *
   * @param fragment the fragment that it belongs to, by position in the plan
   * @param details what is said on a click, by label
   */
  record Node(
      int id,
      String name,
      Engine engine,
      Optional<Integer> fragment,
      Map<String, String> details) {}

  /**
   * An arrow.
   *
   * @param exchange how rows are distributed; empty if they stay in their task
   */
  record Edge(int from, int to, String exchange) {}

  /** The picture of a statement that was planned. */
  static Picture of(StatementReport statement, TranslationResult translation) {
    return new Drawing(translation).draw(statement);
  }

  Node node(int id) {
    return nodes.get(id);
  }

  private static final class Drawing {
    private final TranslationResult translation;
    private final Map<RelNode, FragmentNode> nativeNodes = new IdentityHashMap<>();
    private final Map<RelNode, Integer> fragments = new IdentityHashMap<>();
    private final Map<RelNode, Integer> drawn = new IdentityHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();

    Drawing(TranslationResult translation) {
      this.translation = translation;
      for (Fragment fragment : translation.fragments()) {
        for (FragmentNode node : fragment.nodes()) {
          nativeNodes.put(node.rel(), node);
          fragments.put(node.rel(), fragment.ordinal());
        }
      }
    }

    Picture draw(StatementReport statement) {
      for (SinkRouting sink : translation.sinks()) {
        node(sink.root());
      }
      return new Picture(
          statement.planned().statement().title(), statement.routing().text(), nodes, edges);
    }

    private int node(RelNode rel) {
      Integer known = drawn.get(rel);
      if (known != null) {
        return known;
      }
      List<Edge> incoming = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        String exchange = "";
        RelNode source = input;
        while (source instanceof Exchange) {
          exchange = NodeText.terms(source);
          source = source.getInput(0);
        }
        incoming.add(new Edge(node(source), -1, exchange));
      }
      int id = nodes.size();
      drawn.put(rel, id);
      FragmentNode found = nativeNodes.get(rel);
      nodes.add(
          new Node(
              id,
              NodeText.name(rel),
              engine(found),
              Optional.ofNullable(fragments.get(rel)),
              details(rel, found)));
      incoming.forEach(edge -> edges.add(new Edge(edge.from(), id, edge.exchange())));
      return id;
    }

    private static Engine engine(FragmentNode node) {
      if (node == null) {
        return Engine.FLINK;
      }
      return node.evaluation() == Evaluation.HOST ? Engine.HOST : Engine.KERNEL;
    }

    private Map<String, String> details(RelNode rel, FragmentNode node) {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("engine", engine(node).text());
      if (node != null) {
        details.put("id", node.id());
      }
      details.put("does", StatementText.withoutCounters(NodeText.terms(rel)));
      details.put("changelog", NodeText.changelog(rel));
      details.put("upsert keys", NodeText.upsertKeys(rel));
      details.put("columns", rel.getRowType().getFullTypeString());
      if (node != null) {
        for (StateTable table : node.state()) {
          details.put("state: " + table.name(), NodeText.text(table));
        }
      }
      if (translation.statuses().get(rel) instanceof NodeStatus.Fallback fallback) {
        for (int i = 0; i < fallback.reasons().size(); i++) {
          details.put("not native" + (i == 0 ? "" : " " + (i + 1)), fallback.reasons().get(i) + "");
        }
      }
      details.values().removeIf(String::isBlank);
      return details;
    }
  }
}
