package io.streamfusion.cli.show;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the boxes of a picture are: rows of a query flow from left to right, a column for each step
 * from the sources.
 */
final class Layout {

  static final int WIDTH = 210;
  static final int HEIGHT = 52;
  static final int MARGIN = 24;
  private static final int GAP_X = 120;
  private static final int GAP_Y = 44;

  private final int[] columns;
  private final double[] rows;

  private Layout(int[] columns, double[] rows) {
    this.columns = columns;
    this.rows = rows;
  }

  static Layout of(Picture picture) {
    int count = picture.nodes().size();
    int[] columns = new int[count];
    double[] rows = new double[count];
    int leaves = 0;
    // Inputs come before consumers.
    for (Picture.Node node : picture.nodes()) {
      List<Integer> inputs = inputs(picture, node.id());
      double sum = 0;
      for (int input : inputs) {
        columns[node.id()] = Math.max(columns[node.id()], columns[input] + 1);
        sum += rows[input];
      }
      rows[node.id()] = inputs.isEmpty() ? leaves++ : sum / inputs.size();
    }
    Layout layout = new Layout(columns, rows);
    layout.separate();
    return layout;
  }

  private static List<Integer> inputs(Picture picture, int node) {
    return picture.edges().stream()
        .filter(edge -> edge.to() == node)
        .map(Picture.Edge::from)
        .distinct()
        .toList();
  }

  /** Boxes of a column do not overlap. */
  private void separate() {
    Map<Integer, List<Integer>> byColumn = new TreeMap<>();
    for (int node = 0; node < columns.length; node++) {
      byColumn.computeIfAbsent(columns[node], key -> new ArrayList<>()).add(node);
    }
    for (List<Integer> nodes : byColumn.values()) {
      nodes.sort(Comparator.comparingDouble((Integer node) -> rows[node]).thenComparing(n -> n));
      for (int i = 1; i < nodes.size(); i++) {
        rows[nodes.get(i)] = Math.max(rows[nodes.get(i)], rows[nodes.get(i - 1)] + 1);
      }
    }
  }

  int x(int node) {
    return MARGIN + columns[node] * (WIDTH + GAP_X);
  }

  int y(int node) {
    return MARGIN + (int) Math.round(rows[node] * (HEIGHT + GAP_Y));
  }

  int width() {
    int widest = 0;
    for (int node = 0; node < columns.length; node++) {
      widest = Math.max(widest, x(node) + WIDTH);
    }
    return widest + MARGIN;
  }

  int height() {
    int highest = 0;
    for (int node = 0; node < columns.length; node++) {
      highest = Math.max(highest, y(node) + HEIGHT);
    }
    return highest + MARGIN;
  }
}
