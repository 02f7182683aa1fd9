package io.streamfusion.translator.support;

/** What kind of obstacle a {@link ReasonCode} stands for. */
public enum ReasonClass {
  /** The engine has no exact implementation (yet). */
  UNSUPPORTED,
  /** The engine could, but an option or a policy says no. */
  POLICY,
  /** A result that depends on something the engine cannot know. */
  INEXACT,
  /** A mistake of ours, which leaves the statement to Flink. */
  INTERNAL
}
