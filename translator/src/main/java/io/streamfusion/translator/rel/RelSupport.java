package io.streamfusion.translator.rel;

import java.util.Optional;

/**
 * The registry's entry for one class of node.
 *
 * @param nodeClass the simple name of Flink's class, such as {@code StreamPhysicalCalc}
 * @param slug Flink's ExecNode name without prefix and version, in snake_case
 * @param role what the node is to the engine
 * @param translator present for native nodes
 * @param note what the reference documentation says: limits, or why there is no native form
 */
public record RelSupport(
    String nodeClass,
    String slug,
    RelRole role,
    Optional<RelTranslator<?>> translator,
    String note) {

  /** The name without the planner's prefix, as EXPLAIN prints it. */
  public String displayName() {
    return nodeClass.substring("StreamPhysical".length());
  }

  /** The slug as it appears in option keys. */
  public String optionName() {
    return slug.replace('_', '-');
  }
}
