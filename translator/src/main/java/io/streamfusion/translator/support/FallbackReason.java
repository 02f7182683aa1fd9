package io.streamfusion.translator.support;

import java.util.Objects;

/**
 * Why a node, and with it its query, is not native.
 *
 * @param code the stable code
 * @param node the node as the plan shows it, such as {@code Calc} or {@code GroupAggregate}; empty
 *     if the reason is the statement's as a whole
 * @param text what exactly stands in the way, for people
 */
public record FallbackReason(ReasonCode code, String node, String text) {
  public FallbackReason {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(text, "text");
  }

  /** A reason that holds for a statement as a whole, in the words of the reference. */
  public static FallbackReason ofStatement(ReasonCode code) {
    return new FallbackReason(code, "", code.documentation());
  }

  /** A reason of a node whose form the engine does not have, though it has the operator. */
  public static FallbackReason ofVariant(String node, String text) {
    return new FallbackReason(ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED, node, text);
  }

  /** The form in which EXPLAIN, logs and golden plans show it. */
  @Override
  public String toString() {
    return code + (node.isEmpty() ? "" : " at " + node) + ": " + text;
  }
}
