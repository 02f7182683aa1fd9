package io.streamfusion.cli.show;

import io.streamfusion.cli.report.Xml;
import java.util.Map;
import java.util.TreeMap;

/** A picture as SVG: fragments as frames around their boxes, exchanges as labelled arrows. */
final class SvgText {

  /** Colours of both themes; a page around the picture may say more. */
  static final String STYLE =
      """
      svg { --kernel: #d7f0dd; --host: #d8e8f7; --flink: #f3e7c9; --line: #444; --text: #1a1a1a;
        --frame: #7aa583; --paper: #ffffff; font: 13px system-ui, sans-serif; }
      @media (prefers-color-scheme: dark) { svg { --kernel: #1f4a2c; --host: #1d3d5c;
        --flink: #54461d; --line: #b5b5b5; --text: #f0f0f0; --frame: #5c8f68; --paper: #16181a; } }
      .paper { fill: var(--paper); }
      .node rect { stroke: var(--line); }
      .node.kernel rect { fill: var(--kernel); }
      .node.host rect { fill: var(--host); }
      .node.flink rect { fill: var(--flink); stroke-dasharray: 5 3; }
      .node.selected rect { stroke-width: 3; }
      .node text, .edge text, .fragment text { fill: var(--text); }
      .node .small, .edge text, .fragment text { font-size: 11px; }
      .edge path { fill: none; stroke: var(--line); }
      .edge.exchange path { stroke-width: 2.5; stroke-dasharray: 8 4; }
      .fragment rect { fill: none; stroke: var(--frame); stroke-width: 2; }
      marker path { fill: var(--line); }
      """;

  private static final int PAD = 12;
  private static final int LONGEST = 30;

  private final Picture picture;
  private final Layout layout;
  private final String prefix;
  private final StringBuilder text = new StringBuilder();

  private SvgText(Picture picture, String prefix) {
    this.picture = picture;
    this.layout = Layout.of(picture);
    this.prefix = prefix;
  }

  /**
   * Writes a picture.
   *
   * @param prefix of the ids of its elements, unique in the document
   * @param style whether it brings its own style sheet
   */
  static String of(Picture picture, String prefix, boolean style) {
    return new SvgText(picture, prefix).write(style);
  }

  private String write(boolean style) {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " role=\"img\" aria-label=\"%s\">",
        layout.width(),
        layout.height(),
        layout.width(),
        layout.height(),
        Xml.escaped(picture.title()));
    if (style) {
      line("<style>%n%s</style>", STYLE);
    }
    line("<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>");
    line(
        "<defs><marker id=\"%sarrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\""
            + " markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\"/></marker></defs>",
        prefix);
    fragments();
    picture.edges().forEach(this::edge);
    picture.nodes().forEach(this::node);
    line("</svg>");
    return text.toString();
  }

  private void fragments() {
    Map<Integer, int[]> frames = new TreeMap<>();
    for (Picture.Node node : picture.nodes()) {
      node.fragment()
          .ifPresent(
              fragment -> {
                int x = layout.x(node.id());
                int y = layout.y(node.id());
                int[] box = {x, y, x + Layout.WIDTH, y + Layout.HEIGHT};
                frames.merge(fragment, box, SvgText::around);
              });
    }
    frames.forEach(
        (fragment, box) ->
            line(
                "<g class=\"fragment\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                    + " rx=\"10\"/><text x=\"%d\" y=\"%d\">fragment %d</text></g>",
                box[0] - PAD,
                box[1] - PAD,
                box[2] - box[0] + 2 * PAD,
                box[3] - box[1] + 2 * PAD,
                box[0],
                box[1] - PAD - 3,
                fragment));
  }

  private static int[] around(int[] a, int[] b) {
    return new int[] {
      Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])
    };
  }

  private void edge(Picture.Edge edge) {
    int x1 = layout.x(edge.from()) + Layout.WIDTH;
    int y1 = layout.y(edge.from()) + Layout.HEIGHT / 2;
    int x2 = layout.x(edge.to());
    int y2 = layout.y(edge.to()) + Layout.HEIGHT / 2;
    int middle = (x1 + x2) / 2;
    line(
        "<g class=\"edge%s\"><path d=\"M%d,%d C%d,%d %d,%d %d,%d\" marker-end=\"url(#%sarrow)\"/>",
        edge.exchange().isEmpty() ? "" : " exchange",
        x1,
        y1,
        middle,
        y1,
        middle,
        y2,
        x2,
        y2,
        prefix);
    if (!edge.exchange().isEmpty()) {
      line(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          middle,
          (y1 + y2) / 2 - 8,
          Xml.escaped(shortened(edge.exchange().replaceAll("distribution=\\[(.*)\\]", "$1"), 20)));
    }
    line("</g>");
  }

  private void node(Picture.Node node) {
    int x = layout.x(node.id());
    int y = layout.y(node.id());
    line(
        "<g class=\"node %s\" id=\"%snode-%d\" tabindex=\"0\" role=\"button\">",
        node.engine().style(), prefix, node.id());
    line("<title>%s</title>", Xml.escaped(node.details().getOrDefault("does", node.name())));
    line(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
        x, y, Layout.WIDTH, Layout.HEIGHT);
    line(
        "<text x=\"%d\" y=\"%d\" font-weight=\"600\">%s</text>",
        x + PAD, y + 21, Xml.escaped(shortened(node.name(), LONGEST)));
    line(
        "<text class=\"small\" x=\"%d\" y=\"%d\">%s</text></g>",
        x + PAD,
        y + 39,
        Xml.escaped(shortened(node.engine().text() + changelog(node), LONGEST + 4)));
  }

  private static String changelog(Picture.Node node) {
    String changelog = node.details().getOrDefault("changelog", "");
    return changelog.isEmpty() ? "" : " " + changelog;
  }

  private static String shortened(String value, int longest) {
    return value.length() <= longest ? value : value.substring(0, longest - 1) + "…";
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(format, arguments)).append('\n');
  }
}
