package io.streamfusion.translator.calcite;

import java.util.List;

/**
 * What Calcite made of a fragment.
 *
 * @param ordinal of the fragment, from 0
 * @param outcome whether it read it
 * @param details of a fragment that lies outside, what in it does; of one that differs, how
 */
public record FragmentReading(int ordinal, Outcome outcome, List<String> details) {

  /** How it went. */
  public enum Outcome {
    /** It is read back, with the plan's row type. */
    SAME,
    /** Something in it is not of the standard subset, so that nothing can be said. */
    OUTSIDE,
    /** It is read back with other types, or not at all. */
    DIFFERENT
  }

  public FragmentReading {
    details = List.copyOf(details);
  }
}
