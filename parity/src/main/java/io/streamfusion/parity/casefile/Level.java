package io.streamfusion.parity.casefile;

import java.util.List;

/** What must be equal between the two runs of a case. */
public sealed interface Level {
  /** The same sequence per sink subtask. */
  record Ordered() implements Level {}

  /** The same sequence per value of these columns. */
  record PerKey(List<String> columns) implements Level {}

  /** The same final table. */
  record FinalTable() implements Level {}

  /** The same failure, of this class, after the same rows. */
  record Failure(String rootCauseClass) implements Level {}
}
