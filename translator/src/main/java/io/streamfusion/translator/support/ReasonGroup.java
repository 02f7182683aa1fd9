package io.streamfusion.translator.support;

import java.util.Locale;

/** What a {@link ReasonCode} is about. */
public enum ReasonGroup {
  /** How the statement is planned as a whole. */
  PLANNER,
  /** An operator of the plan. */
  OPERATOR,
  /** An expression or one of its functions. */
  FUNCTION,
  /** The type of a column or value. */
  TYPE,
  /** An option that says no. */
  OPTION,
  /** The policy, {@code streamfusion.policy}. */
  POLICY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
