package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.CaseVerdict;
import io.streamfusion.runner.FlinkCluster;
import java.io.PrintStream;
import java.util.Map;

/** A fast wrong result is worth nothing: plans, native row counts and results come before times. */
final class EqualResults {
  /** Nexmark events, or rows, that each query reads. */
  static final long EVENTS = 300_000;

  private EqualResults() {}

  /** Whether all cases pass on both engines; prints a line per case, under its label. */
  static boolean of(Map<String, ParityCase> cases, PrintStream out) throws Exception {
    boolean equal = true;
    try (FlinkCluster cluster = FlinkCluster.start()) {
      CaseRunner runner = new CaseRunner(cluster, CaseRunner.Mode.NATIVE);
      for (Map.Entry<String, ParityCase> parityCase : cases.entrySet()) {
        CaseVerdict verdict = runner.run(parityCase.getValue());
        out.printf(
            "%s: %,d rows over %,d events, %s%n",
            parityCase.getKey(),
            verdict.rows(),
            EVENTS,
            verdict.passed() ? "identical" : verdict.problems());
        equal &= verdict.passed();
      }
    }
    return equal;
  }
}
