package io.streamfusion.translator.rel;

import io.streamfusion.translator.StateTable;
import io.streamfusion.translator.rex.ColumnLayout;
import io.substrait.proto.Rel;
import java.util.List;

/**
 * A relation and the columns that it yields.
 *
 * @param rel the relation
 * @param layout which of Flink's columns travel, in which order
 * @param state the tables that the node keeps, if it keeps state by key
 */
public record TranslatedRel(Rel rel, ColumnLayout layout, List<StateTable> state) {

  public TranslatedRel {
    state = List.copyOf(state);
  }

  /** A relation that keeps no state, or does not tell which. */
  public TranslatedRel(Rel rel, ColumnLayout layout) {
    this(rel, layout, List.of());
  }
}
