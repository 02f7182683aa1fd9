package io.streamfusion.cli.show;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A picture as a Mermaid flowchart, which code hosts draw in Markdown. */
final class MermaidText {

  private MermaidText() {}

  static String of(Map<String, List<Picture>> files) {
    StringBuilder text = new StringBuilder();
    files.forEach((file, pictures) -> pictures.forEach(picture -> text.append(of(file, picture))));
    return text.toString();
  }

  private static String of(String file, Picture picture) {
    StringBuilder text = new StringBuilder();
    text.append("%% ").append(file).append(": ").append(picture.title()).append('\n');
    text.append("flowchart LR\n");
    Map<Integer, TreeSet<Integer>> fragments = new TreeMap<>();
    for (Picture.Node node : picture.nodes()) {
      if (node.fragment().isPresent()) {
        fragments.computeIfAbsent(node.fragment().get(), key -> new TreeSet<>()).add(node.id());
      } else {
        text.append("  ").append(box(node)).append('\n');
      }
    }
    fragments.forEach(
        (fragment, nodes) -> {
          text.append("  subgraph f").append(fragment).append("[fragment ").append(fragment);
          text.append("]\n");
          nodes.forEach(node -> text.append("    ").append(box(picture.node(node))).append('\n'));
          text.append("  end\n");
        });
    for (Picture.Edge edge : picture.edges()) {
      text.append("  n").append(edge.from());
      text.append(
          edge.exchange().isEmpty() ? " --> " : " -.->|\"" + escaped(edge.exchange()) + "\"| ");
      text.append('n').append(edge.to()).append('\n');
    }
    text.append("  classDef kernel fill:#d7f0dd,stroke:#444,color:#1a1a1a\n");
    text.append("  classDef host fill:#d8e8f7,stroke:#444,color:#1a1a1a\n");
    text.append("  classDef flink fill:#f3e7c9,stroke:#444,color:#1a1a1a\n");
    return text.toString();
  }

  private static String box(Picture.Node node) {
    return "n"
        + node.id()
        + "[\""
        + escaped(node.name())
        + "<br>"
        + node.engine().text()
        + "\"]:::"
        + node.engine().style();
  }

  private static String escaped(String value) {
    return value.replace("#", "#35;").replace("\"", "#quot;").replace("|", "#124;");
  }
}
