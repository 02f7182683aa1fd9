package io.streamfusion.translator.rel;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.RelNode;

/**
 * Stable ids: the sink's ordinal, the slug, and the ordinal among equal slugs of the sink's tree,
 * counted from the sources, such as {@code s0/calc-1}. A shared node has the id of the first sink
 * that reaches it.
 */
public final class NodeIds {
  private final Map<RelNode, String> ids = new IdentityHashMap<>();

  public NodeIds(List<? extends RelNode> roots) {
    for (int sink = 0; sink < roots.size(); sink++) {
      assign(roots.get(sink), sink, new TreeMap<>());
    }
  }

  private void assign(RelNode rel, int sink, Map<String, Integer> ordinals) {
    if (ids.containsKey(rel)) {
      return;
    }
    for (RelNode input : rel.getInputs()) {
      assign(input, sink, ordinals);
    }
    String slug = slug(rel);
    int ordinal = ordinals.merge(slug, 1, Integer::sum) - 1;
    ids.put(rel, "s" + sink + "/" + slug + "-" + ordinal);
  }

  public String of(RelNode rel) {
    return ids.get(rel);
  }

  /** The id of an operator of its own that runs one step of a node. */
  String ofStep(RelNode rel, String step) {
    return of(rel) + "." + step;
  }

  /** The id of the edge that hands the rows of a sink's query to Flink. */
  public static String ofHostSink(int sink) {
    return "s" + sink + "/host_sink-0";
  }

  /** The slug, or a name made of the class for a node that the registry does not know. */
  static String slug(RelNode rel) {
    return RelTranslators.find(rel)
        .map(RelSupport::slug)
        .orElseGet(() -> rel.getRelTypeName().toLowerCase(Locale.ROOT));
  }
}
