package io.streamfusion.parity.run;

/** One setting under which both engines run a case. */
public record Variant(int parallelism, String zone, boolean objectReuse) {
  @Override
  public String toString() {
    return "p=" + parallelism + " " + zone + (objectReuse ? " object reuse" : "");
  }
}
