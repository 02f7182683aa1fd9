package io.streamfusion.translator.rel;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;

/** The attributes that a node shows in its explain text; some it keeps private otherwise. */
public final class ExplainTerms {
  private ExplainTerms() {}

  /** All terms of this node, inputs included. */
  public static List<Pair<String, Object>> all(RelNode rel) {
    Collector collector = new Collector();
    rel.explain(collector);
    return collector.terms;
  }

  /** The term of that name, empty if the node has none of that type. */
  static <T> Optional<T> find(RelNode rel, String name, Class<T> type) {
    return all(rel).stream()
        .filter(term -> term.left.equals(name))
        .map(term -> term.right)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /** Keeps the terms of the node itself: its inputs are not walked. */
  private static final class Collector extends RelWriterImpl {
    private final List<Pair<String, Object>> terms = new ArrayList<>();

    Collector() {
      super(new PrintWriter(Writer.nullWriter()), SqlExplainLevel.EXPPLAN_ATTRIBUTES, false);
    }

    @Override
    protected void explain_(RelNode rel, List<Pair<String, Object>> values) {
      terms.addAll(values);
    }
  }
}
