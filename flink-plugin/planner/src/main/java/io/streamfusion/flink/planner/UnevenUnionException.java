package io.streamfusion.flink.planner;

import java.util.Set;

/**
 * A union in a fragment whose inputs reach it through several channels each. Flink's own union sees
 * every channel, the fragment's only what Flink combined per input. The parallelism of sources is
 * known only when they are translated, which is after the plan was made: so this exception starts
 * planning anew, and does not reach users.
 */
final class UnevenUnionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Set<String> unions;

  /**
   * @param unions ids of the union nodes
   */
  UnevenUnionException(Set<String> unions) {
    super("Not planned natively: " + unions);
    this.unions = unions;
  }

  Set<String> unions() {
    return unions;
  }
}
