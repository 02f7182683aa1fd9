package io.streamfusion.parity.run;

import io.streamfusion.parity.casefile.ParityCase;
import java.util.List;

/**
 * The verdict on one case.
 *
 * @param problems what went wrong, empty if the case passed
 * @param rows rows that stock Flink produced, over all variants
 * @param variants the number of variants run
 */
public record CaseVerdict(ParityCase parityCase, List<String> problems, long rows, int variants) {
  public boolean passed() {
    return problems.isEmpty();
  }
}
