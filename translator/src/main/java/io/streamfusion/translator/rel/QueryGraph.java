package io.streamfusion.translator.rel;

import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;

/**
 * The native part of the plan as a graph: who consumes whom, and what is needed of every node.
 * Nodes are told apart by identity.
 */
final class QueryGraph {
  private final Map<RelNode, SortedSet<FieldPath>> required = new IdentityHashMap<>();
  private final Map<RelNode, Integer> consumers = new IdentityHashMap<>();
  private final List<RelNode> inputsFirst = new ArrayList<>();

  /**
   * @param tops the nodes whose rows leave for Flink
   */
  QueryGraph(List<RelNode> tops, RelContext context) {
    Map<RelNode, Boolean> seen = new IdentityHashMap<>();
    for (RelNode top : tops) {
      visit(top, seen);
      // Rows leave as Flink planned them: every column, none in pieces.
      require(top, FieldPaths.allColumns(top.getRowType()));
    }
    for (int i = inputsFirst.size() - 1; i >= 0; i--) {
      RelNode rel = inputsFirst.get(i);
      requireOfInputs(rel, context);
    }
  }

  private void visit(RelNode rel, Map<RelNode, Boolean> seen) {
    consumers.merge(rel, 1, Integer::sum);
    if (seen.put(rel, true) != null) {
      return;
    }
    if (!isSource(rel)) {
      rel.getInputs().forEach(input -> visit(input, seen));
    }
    inputsFirst.add(rel);
  }

  private void requireOfInputs(RelNode rel, RelContext context) {
    if (isSource(rel)) {
      return;
    }
    List<SortedSet<FieldPath>> paths =
        RelTranslators.translator(rel).requiredOfInputs(rel, requiredOf(rel), context);
    for (int i = 0; i < paths.size(); i++) {
      require(rel.getInput(i), paths.get(i));
    }
  }

  private void require(RelNode rel, SortedSet<FieldPath> paths) {
    SortedSet<FieldPath> all = new TreeSet<>(paths);
    all.addAll(requiredOf(rel));
    required.put(rel, FieldPaths.withoutDescendants(all));
  }

  SortedSet<FieldPath> requiredOf(RelNode rel) {
    return required.getOrDefault(rel, new TreeSet<>());
  }

  /** Whether several consumers read the node, so that it becomes a fragment of its own. */
  boolean isShared(RelNode rel) {
    return !isSource(rel) && consumers.getOrDefault(rel, 0) > 1;
  }

  /** Every node, inputs before consumers. */
  List<RelNode> inputsFirst() {
    return inputsFirst;
  }

  static boolean isSource(RelNode rel) {
    return RelTranslators.find(rel).filter(s -> s.role() == RelRole.HOST_SOURCE).isPresent();
  }
}
