package io.streamfusion.translator.rel;

import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.FieldPath;
import java.util.List;
import java.util.SortedSet;
import org.apache.calcite.rel.RelNode;

/**
 * Translates one class of physical nodes. A translator keeps no state; it answers three questions
 * about a node, in this order.
 */
public interface RelTranslator<R extends RelNode> {
  /** The class of node that it translates. */
  Class<R> nodeClass();

  /** Whether the engine can run this node, judged by itself. */
  NodeStatus check(R rel, RelContext context);

  /**
   * For each input the columns and nested fields that the node needs, given what its consumers need
   * of its output.
   */
  List<SortedSet<FieldPath>> requiredOfInputs(
      R rel, SortedSet<FieldPath> required, RelContext context);

  /** The node's relation on top of its inputs'. Called only if {@link #check} found it native. */
  TranslatedRel translate(
      R rel, List<TranslatedRel> inputs, SortedSet<FieldPath> required, RelContext context);

  /** Whether the node keeps state by key, which then is part of checkpoints. */
  default boolean keepsState() {
    return false;
  }

  /**
   * Whether the node asks for the watermark that reached it before a row: its input then comes from
   * another fragment, or from Flink, because a host call learns of watermarks where they enter a
   * fragment. Such a node has one input.
   */
  default boolean readsWatermark(R rel) {
    return false;
  }

  /** Whether rows pass the node as they came, with the timestamps that Flink attached to them. */
  default boolean passesRecords() {
    return false;
  }
}
