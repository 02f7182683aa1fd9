package io.streamfusion.translator.rel;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import scala.Option;

/** The changelog modes that Flink inferred, which nobody infers again. */
public final class Changelogs {
  private Changelogs() {}

  /** Empty for a sink, which emits nothing. */
  public static Optional<ChangelogMode> mode(RelNode rel) {
    if (!(rel instanceof StreamPhysicalRel physical)) {
      return Optional.empty();
    }
    Option<ChangelogMode> mode = ChangelogPlanUtils.getChangelogMode(physical);
    return mode.isDefined() ? Optional.of(mode.get()) : Optional.empty();
  }

  public static boolean isInsertOnly(RelNode rel) {
    return mode(rel).filter(mode -> mode.equals(ChangelogMode.insertOnly())).isPresent();
  }

  /** Whether deletions may carry nothing but the key, with NULL in NOT NULL columns. */
  public static boolean hasKeyOnlyDeletes(RelNode rel) {
    return mode(rel).filter(ChangelogMode::keyOnlyDeletes).isPresent();
  }
}
