package io.streamfusion.flink.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.utils.RelDescriptionWriterImpl;

/**
 * A node of the optimized plan that stands in for one of Flink's.
 *
 * <p>Traits, row type, terms and cost are those of the original, which keeps its own inputs. Flink
 * asks those inputs for metadata (upsert keys above all) when it builds execution nodes, and its
 * metadata handlers know only Flink's classes: so whatever needs metadata asks the original.
 */
abstract class StandInRel extends AbstractRelNode implements StreamPhysicalRel {

  private final StreamPhysicalRel original;
  private final List<RelNode> inputs;

  StandInRel(StreamPhysicalRel original, List<? extends RelNode> inputs) {
    super(original.getCluster(), original.getTraitSet());
    this.original = original;
    this.inputs = List.copyOf(inputs);
  }

  final StreamPhysicalRel original() {
    return original;
  }

  @Override
  public final List<RelNode> getInputs() {
    return inputs;
  }

  @Override
  public final boolean requireWatermark() {
    return original.requireWatermark();
  }

  @Override
  protected final RelDataType deriveRowType() {
    return original.getRowType();
  }

  /** The original's terms, with the inputs of this node. */
  @Override
  public RelWriter explainTerms(RelWriter writer) {
    // Flink's nodes choose infix expressions by the writer's class, which prints no inputs.
    RelWriter terms =
        writer instanceof RelDescriptionWriterImpl
            ? writer
            : new StandInRelWriter(writer, original.getInputs(), inputs);
    // Every RelNode of Flink and Calcite extends this class; the interface lacks the method.
    ((AbstractRelNode) original).explainTerms(terms);
    return writer;
  }

  @Override
  public final double estimateRowCount(RelMetadataQuery metadata) {
    return metadata.getRowCount(original);
  }

  @Override
  public final RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
    return original.computeSelfCost(planner, metadata);
  }
}
