package io.streamfusion.translator.support;

/** What kind of obstacle a {@link ReasonCode} stands for. */
public enum ReasonClass {
  /** The engine has no exact implementation (yet). */
  UNSUPPORTED("No option helps; the query runs on Flink as before."),
  /** The engine could, but an option or a policy says no. */
  POLICY("An option decides; the query runs on Flink as before."),
  /** A result that depends on something the engine cannot know. */
  INEXACT("No option helps: only Flink's own operator gives Flink's result."),
  /** A mistake of ours, which leaves the statement to Flink. */
  INTERNAL("Report it with the stack trace; the query runs on Flink as before.");

  private final String advice;

  ReasonClass(String advice) {
    this.advice = advice;
  }

  /** What to do about a reason of this class that has no advice of its own. */
  String advice() {
    return advice;
  }
}
