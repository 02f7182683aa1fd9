package io.streamfusion.parity.bench;

import java.util.ArrayList;
import java.util.List;

/** Timed runs of both engines on one cell, taken in turn so that the machine's moods hit both. */
record EngineRuns(List<Measurement> stock, List<Measurement> nativeEngine) {

  /**
   * @param warmUps runs of each engine that come first and do not count
   * @param runs how many runs of each engine count
   */
  static EngineRuns inTurn(WorkerProcess stock, WorkerProcess nativeEngine, int warmUps, int runs) {
    for (int run = 0; run < warmUps; run++) {
      stock.measure("run");
      nativeEngine.measure("run");
    }
    List<Measurement> stockRuns = new ArrayList<>();
    List<Measurement> nativeRuns = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      stockRuns.add(stock.measure("run"));
      nativeRuns.add(nativeEngine.measure("run"));
    }
    return new EngineRuns(stockRuns, nativeRuns);
  }
}
