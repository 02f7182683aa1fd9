package io.streamfusion.flink.planner;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;

/**
 * Takes the terms of an original node and hands them on with the inputs of its stand-in, which
 * Calcite checks against {@link RelNode#getInputs}.
 */
final class StandInRelWriter implements RelWriter {

  private final RelWriter target;
  private final List<RelNode> originals;
  private final List<RelNode> standIns;

  StandInRelWriter(RelWriter target, List<RelNode> originals, List<RelNode> standIns) {
    this.target = target;
    this.originals = originals;
    this.standIns = standIns;
  }

  @Override
  public void explain(RelNode rel, List<Pair<String, Object>> values) {
    target.explain(rel, values);
  }

  @Override
  public SqlExplainLevel getDetailLevel() {
    return target.getDetailLevel();
  }

  @Override
  public RelWriter input(String term, RelNode input) {
    target.input(term, standIn(input));
    return this;
  }

  @Override
  public RelWriter item(String term, Object value) {
    target.item(term, value);
    return this;
  }

  @Override
  public RelWriter done(RelNode node) {
    return target.done(node);
  }

  @Override
  public boolean nest() {
    return target.nest();
  }

  private RelNode standIn(RelNode input) {
    for (int i = 0; i < originals.size(); i++) {
      if (originals.get(i) == input) {
        return standIns.get(i);
      }
    }
    return input;
  }
}
