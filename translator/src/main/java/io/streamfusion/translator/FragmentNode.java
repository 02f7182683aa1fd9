package io.streamfusion.translator;

import java.util.List;
import org.apache.calcite.rel.RelNode;

/**
 * A node of the physical plan that runs in a fragment.
 *
 * @param rel Flink's node
 * @param id its stable id in the plan, such as {@code s0/calc-1}
 * @param slug the operator's slug, such as {@code calc}
 * @param name its name as Flink prints it, such as {@code Calc}
 * @param evaluation where its expressions run
 * @param keepsState whether it keeps state by key
 * @param state the tables that it keeps, if it tells
 */
public record FragmentNode(
    RelNode rel,
    String id,
    String slug,
    String name,
    Evaluation evaluation,
    boolean keepsState,
    List<StateTable> state) {

  public FragmentNode {
    state = List.copyOf(state);
  }
}
