package io.streamfusion.parity.bench;

import java.util.ArrayList;
import java.util.List;

/** Timed runs of both engines on one cell, taken in turn so that the machine's moods hit both. */
record EngineRuns(List<Measurement> stock, List<Measurement> nativeEngine) {

  /**
   * @param runs how many runs of each engine count, behind a warm-up run
   */
  static EngineRuns inTurn(WorkerProcess stock, WorkerProcess nativeEngine, int runs) {
    stock.measure("run");
    nativeEngine.measure("run");
    List<Measurement> stockRuns = new ArrayList<>();
    List<Measurement> nativeRuns = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      stockRuns.add(stock.measure("run"));
      nativeRuns.add(nativeEngine.measure("run"));
    }
    return new EngineRuns(stockRuns, nativeRuns);
  }
}
