package io.streamfusion.translator.rel;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;

/** Attributes that a node shows in its explain text but keeps private otherwise. */
final class ExplainTerms {
  private ExplainTerms() {}

  /** The term of that name, empty if the node has none of that type. */
  static <T> Optional<T> find(RelNode rel, String name, Class<T> type) {
    Collector collector = new Collector(name);
    rel.explain(collector);
    return Optional.ofNullable(collector.value).filter(type::isInstance).map(type::cast);
  }

  private static final class Collector extends RelWriterImpl {
    private final String name;
    private Object value;

    Collector(String name) {
      super(new PrintWriter(Writer.nullWriter()), SqlExplainLevel.EXPPLAN_ATTRIBUTES, false);
      this.name = name;
    }

    @Override
    protected void explain_(RelNode rel, List<Pair<String, Object>> values) {
      // The inputs have terms of the same name; only this node's count.
      values.stream().filter(pair -> pair.left.equals(name)).forEach(pair -> value = pair.right);
    }
  }
}
